/// The page's script. Without it everything can still be read: transitions open by themselves, drawings have tips.
enum PageScript {
  /// It takes all that it shows from the page's own elements, as text, never as markup.
  static let source = #"""
    "use strict";
    (() => {
      const all = (root, selector) => Array.from(root.querySelectorAll(selector));
      const clock = (t) => (t / 1e9).toFixed(3) + " s";

      // A link to a transition opens it.
      const openTarget = () => {
        const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
        if (target && target.matches("details")) {
          target.open = true;
          target.querySelector("summary").focus({ preventScroll: true });
          target.scrollIntoView({ block: "nearest" });
        }
      };
      addEventListener("hashchange", openTarget);
      openTarget();

      for (const run of all(document, ".run")) {
        const details = all(run, ".transition");
        const dots = new Map(all(run, ".dot").map((dot) => [dot.dataset.n, dot]));
        const light = () => {
          for (const dot of dots.values()) dot.classList.remove("lit");
          for (const item of details) {
            const mark = run.querySelector(`a[href="#${item.id}"]`);
            if (mark) mark.classList.toggle("lit", item.open);
            if (item.open) for (const n of item.dataset.evidence.split(" ")) dots.get(n)?.classList.add("lit");
          }
        };
        for (const item of details) item.addEventListener("toggle", light);
        for (const mark of all(run, "a.mark")) {
          mark.addEventListener("click", () => {
            // Also where it is the target already, which changes no hash.
            if (mark.getAttribute("href") === location.hash) openTarget();
          });
        }

        const button = run.querySelector("button.all");
        if (button) {
          button.hidden = false;
          button.addEventListener("click", () => {
            const open = details.some((item) => !item.open);
            for (const item of details) item.open = open;
            button.textContent = open ? "Close all" : "Open all";
          });
        }

        // What held at a time: under the pointer, or moved by the arrow keys.
        const frame = run.querySelector(".timeline");
        const svg = frame.querySelector("svg");
        const cursor = svg.querySelector(".cursor");
        const readout = run.querySelector(".readout");
        const [span, left, right] = ["span", "left", "right"].map((name) => Number(svg.dataset[name]));
        const stretches = all(svg, ".stretch").map((item) => ({
          start: Number(item.dataset.s), end: Number(item.dataset.e), lane: item.dataset.lane, label: item.dataset.label,
        }));
        let time = 0;
        const show = () => {
          const x = left + (time / span) * (right - left);
          cursor.setAttribute("x1", x);
          cursor.setAttribute("x2", x);
          cursor.classList.add("on");
          readout.replaceChildren(clock(time));
          for (const item of stretches) {
            if (item.start <= time && time < item.end) {
              const label = document.createElement("b");
              label.textContent = item.label;
              readout.append(` · ${item.lane} `, label);
            }
          }
        };
        const hide = () => {
          cursor.classList.remove("on");
          readout.replaceChildren();
        };
        svg.addEventListener("pointermove", (event) => {
          const box = svg.getBoundingClientRect();
          const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
          if (x < left || x > right) return hide();
          time = ((x - left) / (right - left)) * span;
          show();
        });
        svg.addEventListener("pointerleave", hide);
        frame.addEventListener("blur", hide);
        frame.addEventListener("keydown", (event) => {
          const step = span / (event.shiftKey ? 20 : 200);
          if (event.key === "ArrowLeft") time = Math.max(0, time - step);
          else if (event.key === "ArrowRight") time = Math.min(span - 1, time + step);
          else if (event.key === "Home") time = 0;
          else if (event.key === "End") time = span - 1;
          else return;
          event.preventDefault();
          show();
        });
      }

      // On paper everything is open.
      let closed = [];
      addEventListener("beforeprint", () => {
        closed = all(document, "details:not([open])");
        for (const item of closed) item.open = true;
      });
      addEventListener("afterprint", () => {
        for (const item of closed) item.open = false;
        closed = [];
      });
    })();
    """#
}
