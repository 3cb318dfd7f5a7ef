/// The page's style sheet.
enum PageStyle {
  static let css = colors + layout + drawings + parts + print

  /// Colours for light and for dark; each pair of text and ground has a contrast of 4.5 to 1 at least.
  private static let colors = """
    :root {
      --ground: #f7f7f5; --card: #ffffff; --ink: #1b1f24; --faint: #5d6671; --line: #dfe1e4; --grid: #eceef0;
      --accent: #2457c5; --yes: #2f8f5b; --so-so: #c98410; --no: #cf3a3a; --word: #7a67c7;
      --on-yes: #ffffff; --on-mid: #1b1f24; --calm: #e6e8ec; --forced: #b9c4dc; --outage: #8f9cb8; --on-calm: #333a44;
      --good-text: #1d6b41; --warn-text: #86560a; --bad-text: #a92a2a;
      --good-soft: #e3f3ea; --warn-soft: #fbf0db; --bad-soft: #fbe6e5; --soft: #eef0f3;
      --kind-0: #2457c5; --kind-1: #a24bb0; --kind-2: #0d857f;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #14171b; --card: #1b1f25; --ink: #e6e8eb; --faint: #9aa4b0; --line: #323942; --grid: #262c34;
        --accent: #8ab0ff; --yes: #3fa66e; --so-so: #d99a2b; --no: #ee6a66; --word: #a493ee;
        --on-yes: #08140d; --on-mid: #14171b; --calm: #2a3038; --forced: #3d4b69; --outage: #5d6d91; --on-calm: #e6e8eb;
        --good-text: #7fd3a4; --warn-text: #edbd68; --bad-text: #ff9d99;
        --good-soft: #183326; --warn-soft: #382c14; --bad-soft: #401f20; --soft: #262c34;
        --kind-0: #8ab0ff; --kind-1: #d590e0; --kind-2: #58c9c1;
      }
    }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    html { color-scheme: light dark; scroll-padding-top: 1rem; }
    body { margin: 0; background: var(--ground); color: var(--ink);
      font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums; }
    main { max-width: 1240px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .35rem; font-weight: 650; letter-spacing: -.01em; }
    h2 { font-size: 1.2rem; margin: 0; font-weight: 650; overflow-wrap: anywhere; }
    h3 { font-size: .95rem; margin: 1.6rem 0 .5rem; font-weight: 650; }
    p { margin: .4rem 0; }
    a { color: var(--accent); text-underline-offset: 2px; }
    small { font-size: .8rem; color: var(--faint); font-weight: 400; }
    .asked, .faint { color: var(--faint); }
    .number { text-align: right; white-space: nowrap; }
    .scroll { overflow-x: auto; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    .run, #overview { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      padding: 1.25rem 1.4rem; margin: 1.25rem 0 0; }
    #overview { padding: .4rem 1.4rem .6rem; }
    .run > header { display: flex; gap: .7rem; align-items: center; flex-wrap: wrap; }
    .run > header .up { margin-left: auto; font-size: .85rem; }
    .totals { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: .9rem 0 0; }
    .totals li { background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: .2rem .65rem; }
    .totals .poor { background: var(--bad-soft); color: var(--bad-text); border-color: transparent; }
    .totals .good { background: var(--good-soft); color: var(--good-text); border-color: transparent; }
    .totals .warn { background: var(--warn-soft); color: var(--warn-text); border-color: transparent; }
    .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 0 2rem; }
    .columns > div { min-width: 0; }

    """

  private static let drawings = """
    .timeline { overflow-x: auto; margin-top: .8rem; border-radius: 6px; }
    .timeline svg { display: block; min-width: 720px; width: 100%; height: auto; }
    svg text { font-size: 11.5px; fill: var(--ink); }
    svg .label { font-weight: 600; }
    svg .tick { fill: var(--faint); text-anchor: middle; }
    svg .scale { fill: var(--faint); text-anchor: end; font-size: 10px; }
    svg .faint { fill: var(--faint); }
    .axis { stroke: var(--faint); stroke-width: 1; }
    .grid { stroke: var(--grid); stroke-width: 1; }
    .change { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 3; opacity: .7; }
    .stretch rect { fill: var(--calm); }
    .stretch.yes rect { fill: var(--yes); } .stretch.yes text { fill: var(--on-yes); }
    .stretch.so-so rect { fill: var(--so-so); } .stretch.so-so text { fill: var(--on-mid); }
    .stretch.no rect { fill: var(--no); } .stretch.no text { fill: var(--bad-text); }
    .stretch.word rect { fill: var(--word); } .stretch.word text { fill: var(--on-yes); }
    .stretch.many rect { fill: var(--calm); stroke: var(--faint); stroke-dasharray: 3 3; }
    .stretch.cond text { fill: var(--on-calm); }
    .stretch.forced rect { fill: var(--forced); }
    .stretch.outage rect { fill: var(--outage); } .stretch.outage text { fill: var(--ink); }
    .wait { stroke: var(--accent); stroke-width: 2; opacity: .75; }
    .mark circle { fill: var(--card); stroke: var(--accent); stroke-width: 2; }
    .mark:hover circle, .mark:focus-visible circle, .mark.lit circle { fill: var(--accent); }
    .mark.doubt circle { stroke: var(--no); }
    .mark:focus-visible { outline: none; } .mark:focus-visible circle { stroke-width: 4; }
    .kind-0 { color: var(--kind-0); } .kind-1 { color: var(--kind-1); } .kind-2 { color: var(--kind-2); }
    .dot { fill: currentColor; opacity: .85; }
    .dot.miss { color: var(--no); fill: none; stroke: currentColor; stroke-width: 1.5; }
    .dot.lit { opacity: 1; stroke: var(--ink); stroke-width: 1.6; }
    .dot.miss.lit { stroke: var(--ink); stroke-width: 3; }
    .range { stroke: currentColor; stroke-width: 1.4; opacity: .35; fill: none; }
    .middle { stroke: currentColor; stroke-width: 1.4; fill: none; }
    .lost rect { fill: var(--no); opacity: .75; }
    .output { stroke-width: 1.2; fill: none; } .output.out { stroke: var(--faint); } .output.err { stroke: var(--no); }
    .exit path { stroke: var(--ink); stroke-width: 2.5; }
    .cursor { stroke: var(--ink); stroke-width: 1; visibility: hidden; pointer-events: none; }
    .cursor.on { visibility: visible; }
    .readout { min-height: 1.5em; font-size: .85rem; color: var(--faint); margin: 0 0 -1rem; overflow-wrap: anywhere; }
    .readout b { color: var(--ink); font-weight: 600; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .8rem; color: var(--faint); }
    .legend span { display: inline-flex; align-items: center; gap: .4rem; }
    .key { width: 14px; height: 10px; border-radius: 2px; background: currentColor; display: inline-block; }
    .key.yes { background: var(--yes); }
    .key.so-so { background: linear-gradient(transparent 45%, var(--so-so) 45%); }
    .key.no { background: linear-gradient(transparent 75%, var(--no) 75%); }
    .key.kind-0 { width: 8px; height: 8px; border-radius: 50%; } .key.kind-1 { width: 8px; height: 8px; border-radius: 0; }
    .key.kind-2 { width: 10px; height: 9px; border-radius: 0; clip-path: polygon(50% 0, 100% 100%, 0 100%); }
    .key.miss { width: auto; height: auto; background: none; color: var(--no); }
    .key.miss::before { content: "×"; font-style: normal; font-weight: 700; line-height: 1; }
    .key.mark { width: 11px; height: 11px; border-radius: 50%; background: none; border: 2px solid var(--accent); }

    """

  private static let parts = """
    table { border-collapse: collapse; width: 100%; font-size: .88rem; }
    th, td { text-align: left; padding: .38rem .9rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    tr:last-child > * { border-bottom: 0; }
    thead th { color: var(--faint); font-weight: 500; vertical-align: bottom; }
    thead small { display: block; white-space: nowrap; }
    tbody th { font-weight: 600; }
    th.number, td.number { text-align: right; } td.whole { white-space: nowrap; }
    .runs tbody th { min-width: 10.5rem; } .runs td { min-width: 4.2rem; } .runs tbody th small { display: block; }
    .runs .spark { padding-top: .55rem; min-width: 195px; } .runs .spark svg { display: block; }
    .runs tbody tr:hover { background: var(--soft); }
    .times { color: var(--faint); } .times.pair { white-space: nowrap; }
    .runs td { overflow-wrap: break-word; }
    .status { font-weight: 600; } .status.yes { color: var(--good-text); } .status.so-so { color: var(--warn-text); }
    .status.no { color: var(--bad-text); } .status.word { color: var(--word); } .status.none { color: var(--faint); }
    .badge, .tag { display: inline-block; font-size: .76rem; font-weight: 600; line-height: 1.5; border-radius: 5px;
      padding: 0 .45rem; background: var(--soft); color: var(--faint); white-space: nowrap; }
    .badge.good { background: var(--good-soft); color: var(--good-text); }
    .badge.poor, .tag.bad, .tag.missed, .tag.false { background: var(--bad-soft); color: var(--bad-text); }
    .tag.warn, .tag.flaps, .tag.disagree { background: var(--warn-soft); color: var(--warn-text); }
    .runs .badge { margin-left: .5rem; }
    .note { color: var(--faint); font-size: .9rem; }
    .problem { background: var(--bad-soft); color: var(--bad-text); border-radius: 6px; padding: .35rem .7rem; }
    .findings { list-style: none; padding: 0; margin: .7rem 0 0; font-size: .9rem; }
    .findings li { margin: .2rem 0; }
    .findings .tag { min-width: 5.6rem; text-align: center; margin-right: .4rem; }
    .heading { display: flex; align-items: baseline; gap: 1rem; }
    button { font: inherit; font-size: .82rem; color: var(--accent); background: none; border: 0; padding: .1rem .3rem;
      cursor: pointer; text-decoration: underline; text-underline-offset: 2px; }
    details > summary { cursor: pointer; }
    .transition { border-top: 1px solid var(--line); }
    .transition:last-of-type { border-bottom: 1px solid var(--line); }
    .transition > summary { display: grid; grid-template-columns: 1rem 5.2rem 6.5rem minmax(0, 1fr) auto; gap: .6rem;
      align-items: baseline; padding: .42rem .2rem; list-style: none; font-size: .92rem; }
    .transition > summary::-webkit-details-marker { display: none; }
    .transition > summary::before { content: "▸"; color: var(--faint); transition: transform .12s; align-self: center;
      line-height: 1; width: .8em; text-align: center; }
    .transition[open] > summary::before { transform: rotate(90deg); }
    .transition > summary:hover { background: var(--soft); }
    .transition:target { background: color-mix(in srgb, var(--accent) 7%, transparent); }
    .transition .when { text-align: right; } .transition .who, .transition .since { color: var(--faint); }
    .transition .who { overflow-wrap: anywhere; }
    .transition .to { color: var(--faint); margin: 0 .45rem; } .transition .tag { margin-left: .6rem; }
    .anatomy { padding: .3rem .2rem 1rem 1.6rem; }
    .bar { display: flex; gap: 2px; margin: .2rem 0 .7rem; height: 24px; }
    .bar i { font-style: normal; font-size: .76rem; min-width: 4px; flex-basis: 0; overflow: hidden; white-space: nowrap;
      border-radius: 3px; padding-left: 0; line-height: 24px; }
    .bar span { padding: 0 .5rem; }
    .bar .sign { background: var(--forced); color: var(--on-calm); } .bar .decide { background: var(--accent); color: var(--card); }
    .bar .tell { background: var(--word); color: var(--card); }
    dl { margin: 0; font-size: .9rem; }
    dl div { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr); gap: .8rem; padding: .12rem 0; }
    dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
    .evidence { margin-top: .8rem; } .evidence caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
    .evidence td:nth-child(-n+2) { color: var(--faint); white-space: nowrap; width: 1%; }
    .evidence td:last-child { overflow-wrap: anywhere; }
    .evidence tbody tr:hover { background: var(--soft); }
    tr.failed td:first-child { color: var(--bad-text); font-weight: 600; }
    tr.passed td:first-child { color: var(--good-text); font-weight: 600; }
    .said, .facts { margin-top: 1.2rem; font-size: .9rem; } .said summary, .facts summary { font-weight: 600; }
    .said ol { list-style: none; margin: .5rem 0 0; padding: .5rem .8rem; max-height: 26rem; overflow: auto;
      background: var(--soft); border-radius: 6px; font-size: .84rem; }
    .said li { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .8rem; }
    .said li.gap { display: block; color: var(--faint); text-align: center; padding: .3rem; }
    .said time { color: var(--faint); text-align: right; }
    .said code { white-space: pre-wrap; overflow-wrap: anywhere;
      font: 1em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .said .err code { color: var(--bad-text); } .said .status code, .said .end code { font-weight: 600; }
    .facts dl { margin-top: .4rem; }
    tr.part th { color: var(--faint); font-weight: 500; padding-top: .8rem; }
    @media (max-width: 900px) {
      .runs th, .runs td { padding-right: .55rem; min-width: 0; } .runs tbody th { min-width: 8.5rem; }
      .runs .spark, .runs thead th:nth-child(2) { display: none; }
      .runs thead small, .runs .times.pair { white-space: normal; }
      svg text { font-size: 13.5px; } svg .scale { font-size: 12px; }
    }
    @media (max-width: 640px) {
      main { padding: 1.2rem .7rem 3rem; } .run, #overview { padding: .9rem .9rem; }
      .transition > summary { grid-template-columns: 1rem 4.6rem minmax(0, 1fr); }
      .transition .what, .transition .since { grid-column: 2 / -1; } .transition .when { text-align: left; }
      .anatomy { padding-left: .2rem; } dl div { grid-template-columns: 1fr; gap: 0; padding: .25rem 0; }
      .findings .tag { min-width: 0; }
    }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }

    """

  private static let print = """
    @media print {
      :root { --ground: #fff; --card: #fff; --ink: #000; --faint: #444; }
      html { font-size: 10pt; } body { font-size: 1rem; } main { max-width: none; padding: 0; }
      .run, #overview { border: 0; padding: 0; border-radius: 0; margin-top: 1rem; }
      .run { break-before: page; }
      .timeline svg { min-width: 0; } .scroll, .timeline { overflow: visible; }
      .transition, tr, .bar, .findings, .timeline { break-inside: avoid; } h2, h3, summary { break-after: avoid; }
      table, pre { font-size: .8rem; } table small, table .tag, table .badge { font-size: .7rem; } .runs .spark { min-width: 0; } .runs .spark svg { width: 110px; height: auto; }
      .runs tbody th { min-width: 0; } .runs td { min-width: 0; } th, td { padding-right: .5rem; }
      .up, .readout, button { display: none !important; }
      .said ol { max-height: none; overflow: visible; }
      .stretch rect, .bar i, .tag, .badge, .key, .lost rect, .totals li {
        print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """
}
