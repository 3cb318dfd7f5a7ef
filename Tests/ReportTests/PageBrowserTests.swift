import Foundation
import Record
import Testing

@testable import Report

@Suite("The page in a browser", .serialized, .enabled(if: Browser.isAsked, Browser.reason))
struct PageBrowserTests {
  private static let page = PageReport(
    stories: RunStory.all(
      in: ReportFilesTests.hostile.events + SyntheticRun.airplaneMode.events + SyntheticRun.totalLoss.events
        + SyntheticRun.edge.events)
  ).text

  @Test("a page that is opened runs nothing but its own script, says nothing and asks nothing of the network")
  func quiet() throws {
    let outcome = try Browser.open(
      Self.page,
      script: """
        return {
          scripts: document.scripts.length,
          images: document.images.length,
          loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
          outside: [...document.querySelectorAll("[src], [href]")]
            .map((item) => item.getAttribute("src") ?? item.getAttribute("href"))
            .filter((place) => !place.startsWith("#") && place !== "data:,"),
          heading: document.querySelector("#r1h").textContent,
          said: document.querySelector(".said code").textContent,
          broken: [...document.querySelectorAll("a[href^='#']")]
            .filter((link) => !document.getElementById(link.getAttribute("href").slice(1))).length,
        };
        """)
    #expect(outcome["errors"] as? [String] == [])
    #expect(outcome["console"] as? [String] == [])
    // The page's own and the two of this test.
    #expect(outcome["scripts"] as? Int == 3)
    #expect(outcome["images"] as? Int == 0)
    #expect(outcome["loaded"] as? [String] == [])
    #expect(outcome["outside"] as? [String] == [])
    #expect(outcome["broken"] as? Int == 0)
    #expect(outcome["heading"] as? String == "</script><b>\"Bad\", & 'worse'?[31m?]]>")
    #expect(outcome["said"] as? String == "</script><script>alert(1)</script>?")
  }

  @Test("a transition opens from its mark in the timeline, with its evidence, which is lit in the timeline")
  func openingTransitions() throws {
    let outcome = try Browser.open(
      Self.page,
      script: """
        const run = document.querySelector("#r3");
        const marks = [...run.querySelectorAll("a.mark")];
        const before = run.querySelectorAll("details[open].transition").length;
        marks[0].querySelector("circle").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        await new Promise((done) => setTimeout(done, 200));
        const open = [...run.querySelectorAll("details[open].transition")];
        const rows = open.length ? [...open[0].querySelectorAll(".evidence tbody tr")].map((row) => row.textContent) : [];
        const lit = run.querySelectorAll(".dot.lit").length;
        const focused = document.activeElement?.closest("details")?.id;
        run.querySelector("button.all").click();
        const all = run.querySelectorAll("details[open].transition").length;
        run.querySelector("button.all").click();
        return {
          before, lit, rows, focused, all, marks: marks.length, ids: open.map((item) => item.id),
          none: run.querySelectorAll("details[open].transition").length,
          words: open.length ? open[0].querySelector("dl").textContent : "",
        };
        """)
    #expect(outcome["errors"] as? [String] == [])
    #expect(outcome["before"] as? Int == 0)
    #expect(outcome["marks"] as? Int == 2)
    #expect(outcome["ids"] as? [String] == ["r3t2"])
    #expect(outcome["focused"] as? String == "r3t2")
    #expect(outcome["lit"] as? Int == 3)
    #expect(
      outcome["rows"] as? [String]
        == [5, 6, 7].enumerated().map { index, number in
          let sent = [2_100, 2_600, 3_100][index]
          return "\(number)\(QuantityText.clock(Int64(sent + 2_000) * 1_000_000))icmp probe \(number) to 203.0.113.1, "
            + "sent at \(QuantityText.clock(Int64(sent) * 1_000_000)): no answer (timeout)"
        })
    let words = outcome["words"] as? String ?? ""
    for part in [
      "100% Loss (each way 100 % loss), in force on wlan0 at 2.000 s", "at 4.100 s, 2.1 s into 100% Loss",
      "2 more icmp timeouts, for 1 s", "at 5.100 s, on 3 icmp timeouts", "80 µs later",
      "3.1 s since the conditions held",
    ] {
      #expect(words.contains(part), "\(words)")
    }
    #expect(outcome["all"] as? Int == 4 && outcome["none"] as? Int == 0)
  }

  @Test("the keyboard reaches every transition and moves the cursor through a timeline")
  func keyboard() throws {
    let outcome = try Browser.open(
      Self.page,
      script: """
        const run = document.querySelector("#r3");
        const timeline = run.querySelector(".timeline");
        const press = (key, shiftKey = false) =>
          timeline.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
        timeline.focus();
        const focused = document.activeElement === timeline;
        press("Home");
        // Half of the run, in steps of a twentieth: 6 s, in which the profile holds and the probe is offline.
        for (let index = 0; index < 10; index += 1) press("ArrowRight", true);
        const middle = run.querySelector(".readout").textContent;
        press("End");
        const end = run.querySelector(".readout").textContent;
        timeline.blur();
        const reach = (item) => { item.focus(); return document.activeElement === item; };
        return {
          focused, middle, end, left: run.querySelector(".readout").textContent,
          marks: [...run.querySelectorAll("a.mark")].every(reach),
          summaries: [...run.querySelectorAll("summary")].every(reach),
          named: [...document.querySelectorAll("a.mark, button, .timeline")]
            .every((item) => (item.getAttribute("aria-label") ?? item.textContent).trim().length > 0),
        };
        """)
    #expect(outcome["errors"] as? [String] == [])
    #expect(outcome["middle"] as? String == "6.000 s · conditions 100% Loss · path satisfied · probe offline")
    #expect((outcome["end"] as? String)?.contains("probe online") == true)
    #expect(outcome["left"] as? String == "")
    for check in ["focused", "marks", "summaries", "named"] { #expect(outcome[check] as? Bool == true, "\(check)") }
  }

  @Test(
    "text stands out from its ground in light and in dark, and no page is wider than a narrow window",
    arguments: [
      (false, 1_280), (true, 1_280), (false, 520), (true, 520),
    ])
  func legibility(isDark: Bool, width: Int) throws {
    let outcome = try Browser.open(
      Self.page, width: width, isDark: isDark,
      script: """
        for (const item of document.querySelectorAll("details")) item.open = true;
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const rgb = (color) => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        // The relative luminance and the contrast of WCAG 2.2.
        const luminance = (color) => {
          const [r, g, b] = color.slice(0, 3).map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (item) => {
          for (let at = item; at; at = at.parentElement) {
            const color = rgb(getComputedStyle(at).backgroundColor);
            if (color[3] === 255) return color;
          }
          return [255, 255, 255, 255];
        };
        const poor = [];
        const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        let texts = 0;
        while (walker.nextNode()) {
          const item = walker.currentNode.parentElement;
          if (!walker.currentNode.textContent.trim() || item.closest("svg")) continue;
          texts += 1;
          const [a, b] = [luminance(rgb(getComputedStyle(item).color)), luminance(ground(item))];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < 4.5) poor.push(`${walker.currentNode.textContent.trim()}: ${contrast.toFixed(2)}`);
        }
        return {
          poor, texts, isDark: luminance(ground(document.body)) < 0.2,
          excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
        """)
    #expect(outcome["errors"] as? [String] == [])
    #expect(outcome["isDark"] as? Bool == isDark)
    #expect(outcome["texts"] as? Int ?? 0 > 100)
    #expect(outcome["poor"] as? [String] == [])
    #expect(outcome["excess"] as? Int == 0)
  }
}
