import Record
import Testing

@testable import Report

@Suite("The layout of the report")
struct LayoutTests {
  private func text(_ runs: [SyntheticRun], width: Int = 80, color: Bool = false) -> String {
    TimelineReport(events: runs.flatMap(\.events)).text(width: width, color: color)
  }

  private static func monitors(_ monitors: [String]) -> SyntheticRun {
    var run = SyntheticRun(SyntheticRun.profile("Very Bad Network", delay: 500), monitors: monitors)
    run.step("baseline", at: 0)
    for monitor in monitors {
      run.transition(monitor, "unknown", "online", in: "baseline", first: 10, decided: 10, delivered: 10)
    }
    run.step("applied", at: 2_000)
    for monitor in monitors {
      run.transition(monitor, "online", "offline", in: "applied", first: 4_000, decided: 4_000, delivered: 4_000)
    }
    run.step("removed", at: 8_000)
    run.measured("rtt", asked: 1e9, got: 1.01e9)
    run.finish("interrupted", failure: "The run was interrupted.")
    return run
  }

  @Test("labels of any length have their own columns, and monitors without room get a table of their own")
  func manyMonitors() {
    #expect(
      text([Self.monitors(["path", "reachability", "probe", "app"])]) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Very Bad Network  each way 500 ms                                         kernel
                       ░ baseline █ Very Bad Network █████████████░ removed ░░░░░░░░░░░░
          path         ━ online ━━━━━━━━━━━━━· offline ·································
          reachability ━ online ━━━━━━━━━━━━━· offline ·································
          probe        ━ online ━━━━━━━━━━━━━· offline ·································
          app          ━ online ━━━━━━━━━━━━━· offline ·································
                       0 s        2 s                             8 s               12 s

          path         offline after 2 s, not back before the run ended
          reachability offline after 2 s, not back before the run ended
          probe        offline after 2 s, not back before the run ended
          app          offline after 2 s, not back before the run ended
          interrupted  The run was interrupted.

          4 s          path offline: first sign 2 s into Very Bad Network; decided at
                       once, told at once
          4 s          reachability offline: first sign 2 s into Very Bad Network;
                       decided at once, told at once
          4 s          probe offline: first sign 2 s into Very Bad Network; decided at
                       once, told at once
          4 s          app offline: first sign 2 s into Very Bad Network; decided at
                       once, told at once

                       RTT
          asked        1 s
          measured  1.01 s

                              app              path             probe
        profile           noticed     back  noticed     back  noticed     back
        Very Bad Network    · 2 s  not yet    · 2 s  not yet    · 2 s  not yet

                          reachability
        profile                noticed     back
        Very Bad Network         · 2 s  not yet

        Engine: kernel. The kernel has netem.

        """)
  }

  @Test("a run that failed before it began says why, and has no timeline")
  func failedRun() {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400))
    run.finish("failed", failure: "create a network namespace: Operation not permitted.", at: 5)
    #expect(
      text([run]) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Edge  each way 400 ms                                                     kernel
                    did not run: create a network namespace: Operation not permitted.

                    path          probe          RTT        loss
        profile  noticed  back  noticed  back  asked  got  2-way
        Edge      failed     -   failed     -      -    -      -

        Engine: kernel. The kernel has netem.

        """)
  }

  @Test("a run whose program could not be started has no timeline either")
  func failedProgram() {
    let events = SyntheticRun(SyntheticRun.profile("Edge", delay: 400)).events
    guard case .runStarted(var started)? = events.first?.payload else {
      Issue.record("no start")
      return
    }
    started.app = AppPlan(command: ["./my-app"])
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), started: started)
    run.step("baseline", at: 46)
    run.transition("path", "unknown", "satisfied", in: "baseline", first: 47, decided: 47, delivered: 47)
    run.finish("failed", failure: "Command './my-app' was not found.", at: 50)
    let lines = text([run]).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(5).dropFirst(2).joined(separator: "\n").hasSuffix("did not run: Command './my-app' was not found.\n")
    )
    #expect(Finding.all(RunAnalysis(RunStory(name: run.name, events: run.events))).isEmpty)
  }

  @Test("a run whose lab could not be made has only its end, and that is shown")
  func labFailed() {
    let end = RecordPayload.runFinished(RunFinished(outcome: "failed", failure: "No /dev/net/tun."))
    #expect(
      TimelineReport(events: [RecordEvent(t: 5, n: 0, run: "Edge", payload: end)]).text(color: false) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Edge
                    did not run: No /dev/net/tun.

                   RTT        loss
        profile  asked  got  2-way
        Edge         -    -      -

        """)
  }

  /// Words that no line can hold, where a record may have them: the profile's name, a failure, an outcome.
  private static var wideRuns: [SyntheticRun] {
    var named = SyntheticRun(SyntheticRun.profile(String(repeating: "Wwwwwwwww", count: 15)))
    named.beginWell()
    named.step("applied", at: 2_000)
    named.transition("probe", "online", "offline", in: "applied", first: 4_000, decided: 4_000, delivered: 4_000)
    named.finish()
    var failed = SyntheticRun(SyntheticRun.profile("Edge"))
    failed.finish("failed", failure: "'/\(String(repeating: "folder/", count: 20))x' is not there.", at: 5)
    var ended = SyntheticRun(SyntheticRun.profile("Wi-Fi"))
    ended.beginWell()
    ended.finish(String(repeating: "stopped", count: 10), failure: "why", at: 5)
    return [
      named, failed, ended, monitors(["path", "reachability", "probe", "app"]),
      monitors([String(repeating: "monitor", count: 10)]),
    ]
  }

  @Test("no line is wider than the terminal, whatever the names are", arguments: [60, 80, 120], wideRuns.indices)
  func widths(_ width: Int, _ index: Int) {
    for line in text([Self.wideRuns[index]], width: width).split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test("a word that is broken loses nothing")
  func brokenWords() {
    let name = String(repeating: "Wwwwwwwww", count: 15)
    let lines = text(Self.wideRuns).split(separator: "\n").map(String.init)
    // The name's 135 characters are 80 and 55.
    #expect(lines.contains(String(name.prefix(80))))
    #expect(lines.contains(String(name.dropFirst(80))))
  }

  @Test("colour adds escape sequences to every layout and changes nothing else", arguments: wideRuns.indices)
  func color(_ index: Int) {
    let colored = text([Self.wideRuns[index]], color: true)
    #expect(colored.contains("\u{1b}[1m"))
    #expect(colored.replacing(/\u{1b}\[[0-9]+m/, with: "") == text([Self.wideRuns[index]]))
  }

  @Test("no word of a record can command the terminal")
  func controlCharacters() {
    let bad = "a\u{1b}[2Jb"
    var run = SyntheticRun(SyntheticRun.profile("Edge"), monitors: [bad], engine: bad)
    run.step("baseline", at: 0)
    run.transition(bad, "unknown", bad, in: "baseline", first: 10, decided: 10, delivered: 10)
    run.step("applied", at: 2_000)
    run.transition(bad, bad, "offline", in: "applied", first: 4_000, decided: 4_000, delivered: 4_000)
    run.step(bad, at: 8_000)
    run.measured(bad, bad, asked: 1, got: 1)
    run.finish(bad, failure: bad)
    let text = text([run])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(text.contains("a?[2Jb offline"))
  }
}
