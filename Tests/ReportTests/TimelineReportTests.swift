import Record
import Report
import Testing

@Suite("The terminal's report")
struct TimelineReportTests {
  private func text(_ runs: SyntheticRun..., width: Int = 80, color: Bool = false) -> String {
    TimelineReport(events: runs.flatMap(\.events)).text(width: width, color: color)
  }

  @Test("total loss: the path never notices, the probe goes offline and comes back")
  func totalLoss() {
    #expect(
      text(.totalLoss) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        100% Loss  each way 100 % loss                                            kernel
                    ░ baseline █ 100% Loss ██████████████████████░ removed ░░░░░░░░░░░░░
          path      ━ satisfied ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
          probe     ━ online ━━━━━━━━━━━━━━━━━━━━· offline ·········━ online ━━━━━━━━━━━
                    0 s        2 s                               8 s                12 s

          path      never noticed, stayed satisfied
          probe     offline after 3.1 s, back after 400 ms
          disagree  path said yes and probe said no for 3.3 s, from 5.1 s on

          5.1 s     probe offline: 3 icmp timeouts, the first 2.1 s into 100% Loss;
                    decided 1 s later, told 80 µs after that
          8.4 s     probe online: 1 icmp reply, 400 ms after removal; decided at once,
                    told 200 µs after that

                     RTT  loss 2-way
          asked        -       100 %
          measured  none       100 %

                      path          probe            RTT         loss
        profile    noticed  back  noticed    back  asked   got  2-way
        100% Loss    never     -  · 3.1 s  400 ms      -  none  100 %

        Engine: kernel. The kernel has netem.

        """)
  }

  @Test("the interface goes down: both monitors notice and come back")
  func airplaneMode() {
    #expect(
      text(.airplaneMode) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Airplane Mode  the interface is down                                   userspace
                    ░ baseline █ Airplane Mode ██████████████████░ removed ░░░░░░░░░░░░░
          path      ━━━━━━━━━━━· unsatisfied ····················━ satisfied ━━━━━━━━━━━
          probe     ━ online ━━━━━━━━━· offline ·················━ online ━━━━━━━━━━━━━━
                    0 s        2 s                               8 s                12 s

          path      unsatisfied after 3 ms, back after 4.05 ms
          probe     offline after 1.1 s, back after 12.3 ms
          disagree  probe said yes and path said no for 1.1 s, from 2 s on
          disagree  path said yes and probe said no for 8.25 ms, from 8 s on

          2 s       path unsatisfied: no route, 1 link change, 2 route changes, the
                    first 500 µs into Airplane Mode; decided 2.5 ms later, told at once
          3.1 s     probe offline: 3 icmp unreachable answers, the first 100 ms into
                    Airplane Mode; decided 1 s later, told 200 µs after that
          8 s       path satisfied: 1 link change, 1 ms after removal; decided 3 ms
                    later, told 50 µs after that
          8.01 s    probe online: 1 dns reply, 12 ms after removal; decided at once,
                    told 300 µs after that

                          path             probe             RTT         loss
        profile        noticed     back  noticed     back  asked   got  2-way
        Airplane Mode   · 3 ms  4.05 ms  · 1.1 s  12.3 ms      -  none  100 %

        Engine: userspace. The kernel lacks netem.

        """)
  }

  @Test("a killed run is drawn as far as it got, and it is said")
  func killed() {
    #expect(
      text(.killed) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Edge  each way 240 kbit/s 400 ms                                          kernel
                    ░ baseline █ Edge █████
          path      ━ satisfied ━━━━━━━━━━━
          probe     ━ online ━━━━━━━━━━━━━━
                    0 s        2 s         4 s

          path      had not noticed by then, was satisfied
          probe     had not noticed by then, was online
          cut off   The record ends at 4 s: the run was killed, or is still going on.

                    path          probe          RTT        loss
        profile  noticed  back  noticed  back  asked  got  2-way
        Edge     cut off     -  cut off     -      -    -      -

        Engine: kernel. The kernel has netem.

        """)
  }

  @Test("what was measured stands under what was asked")
  func edge() {
    #expect(
      text(.edge) == """
        ━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions

        Edge  each way 240 kbit/s 400 ms, DNS +100 ms                             kernel
                    ░ baseline █ Edge ███████████████████████████░ removed ░░░░░░░░░░░░░
          path      ━ satisfied ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
          probe     ━ online ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
                    0 s        2 s                               8 s                12 s

          path      never noticed, stayed satisfied
          probe     never noticed, stayed online

                       RTT     DNS  HTTP  loss down  loss up   rate down     rate up
          asked     804 ms  905 ms     -        0 %      0 %  240 kbit/s  240 kbit/s
          measured  805 ms  915 ms   2 s     1.39 %      0 %  240 kbit/s  240 kbit/s

                    path          probe           RTT            loss
        profile  noticed  back  noticed  back   asked     got   2-way
        Edge       never     -    never     -  804 ms  805 ms  1.39 %

        Engine: kernel. The kernel has netem.

        """)
  }
  @Test("no line is wider than the terminal", arguments: [60, 72, 80, 120])
  func widths(_ width: Int) {
    let texts = [text(.totalLoss, .airplaneMode, .edge, .longName, width: width), text(.killed, width: width)]
    for line in texts.joined().split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test("colour only adds escape sequences")
  func color() {
    let plain = text(.totalLoss, .airplaneMode)
    let colored = text(.totalLoss, .airplaneMode, color: true)
    #expect(!plain.contains("\u{1b}"))
    #expect(colored.contains("\u{1b}[31m· offline"))
    #expect(colored.contains("\u{1b}[32m━ online"))
    #expect(colored.replacing(/\u{1b}\[[0-9]+m/, with: "") == plain)
  }

  @Test("an empty record is said to be one")
  func emptyRecord() { #expect(text() == "The record is empty: no run began.\n") }
}
