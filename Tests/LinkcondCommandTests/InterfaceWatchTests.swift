import Foundation
import TestSupport
import Testing

/// What `apply` leaves to others: the watchdog that keeps `--for` and sees changes, and whoever clears after a tool that was
/// killed.
@Suite("apply, and what outlives it")
struct InterfaceWatchTests {
  /// The JSON that a script printed last, from the first brace that begins a line.
  private static func json(_ output: String) throws -> [String: Any] {
    let start = try #require(output.range(of: "\n{\n") ?? output.range(of: "{\n"), "no JSON in \(output)")
    let text = output[start.lowerBound...]
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// How often the tool is killed: 20 times, or 200 where `LINKCOND_FULL` is set.
  private static let kills = ProcessInfo.processInfo.environment["LINKCOND_FULL"] == nil ? 20 : 200

  @Test("--for holds so long and no longer, although the tool and its group are killed")
  func limited() throws {
    let output = try Sandbox.succeed(
      """
      before=$(snapshot)
      began=$(date +%s%N)
      setsid "$L" apply /run/slow.plist --device near --for '1500 ms' 2>/dev/null & tool=$!
      until_true sh -c 'tc qdisc show dev near | grep -q 4c43'
      kill -KILL -- -$tool 2>/dev/null
      until_true sh -c '! tc qdisc show | grep -q 4c43'
      echo "took $(( ($(date +%s%N) - began) / 1000000 )) ms"
      until_true sh -c '[ "$(ls /run/linkcond)" = lock ]'
      [ "$(snapshot)" = "$before" ] || { diff <(echo "$before") <(snapshot); exit 2; }
      until_true sh -c '! pgrep -f "^linkcond --watchdog"'
      """)
    // From the call to the end: 1.5 s, and what starting and ending take; this machine is shared.
    let took = try #require(output.firstMatch(of: /took (\d+) ms/).flatMap { Int($0.1) }, "\(output)")
    #expect((1500..<4000).contains(took), "\(output)")
  }

  @Test("a watchdog ends when what it watches over is cleared or replaced, and leaves the next one alone")
  func watchdogs() throws {
    _ = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near --for '1 min' >/dev/null 2>&1 || exit 1
      [ "$(pgrep -fc "^linkcond --watchdog")" = 1 ] || exit 2
      "$L" status | grep -Eq 'for another (1 min|5)' || exit 3
      "$L" apply /run/slower.plist --device near --for '2 min' >/dev/null 2>&1 || exit 4
      until_true sh -c '[ "$(pgrep -fc "^linkcond --watchdog")" = 1 ]'
      tc qdisc show dev near | grep -q 'rate 100Kbit' || exit 5
      "$L" clear >/dev/null || exit 6
      until_true sh -c '! pgrep -f "^linkcond --watchdog"'
      """)
  }

  @Test("a change by someone else is shown with its field, and remembered by the watchdog after it was put right")
  func someoneElse() throws {
    let output = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near --for '1 min' >/dev/null 2>&1 || exit 1
      tc qdisc change dev near root handle 4c43: tbf rate 5mbit burst 1514 limit 75700
      until_true sh -c 'ls /run/linkcond | grep -q changes'
      "$L" status
      tc qdisc change dev near root handle 4c43: tbf rate 1mbit burst 1514 limit 75700
      "$L" status --json
      """)
    #expect(output.contains("Changed by someone else: near: rate: asked 125000 bytes/s, the kernel holds 625000"))
    let interfaces = try #require(try Self.json(output)["interfaces"] as? [[String: Any]])
    #expect(interfaces.count == 1 && interfaces[0]["asApplied"] as? Bool == true)
    #expect((interfaces[0]["changesSeen"] as? [String])?.count == 1)
  }

  @Test("a setting that linkcond never makes is someone else's change too, and the next profile takes it away")
  func otherSettings() throws {
    let output = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
      # Another kind would be anew, and is what kernels with netem have.
      tc qdisc show dev near | grep -q tbf || { echo "overhead 30: not asked for"; exit 0; }
      tc qdisc change dev near root handle 4c43: tbf rate 1mbit burst 1514 limit 75700 overhead 30 || exit 2
      "$L" status
      "$L" apply /run/slower.plist --device near >/dev/null 2>&1 || exit 3
      tc qdisc show dev near | grep overhead && exit 4
      exit 0
      """)
    #expect(output.contains("overhead 30: not asked for"), "\(output)")
  }

  @Test("what a killed 'apply' did not get to is nobody's change: status says so in one line, and clear puts it right")
  func killedStatus() throws {
    let output = try Sandbox.succeed(
      """
      before=$(snapshot)
      "$L" apply /run/slow.plist --device near --for '1 min' >/dev/null 2>&1 || exit 1
      # As SIGKILL leaves it: written down, the last step not done, and nobody there to note that it is.
      pkill -KILL -f '^linkcond --watchdog' || exit 2
      tc qdisc del dev near root
      sed -i 's/"isComplete":true,//' /run/linkcond/*.json && ! grep -q isComplete /run/linkcond/*.json || exit 3
      "$L" status > /run/said || exit 4
      cat /run/said
      grep -E 'someone else|watchdog' /run/said && exit 5
      [ "$(grep -c 'was killed before it was done' /run/said)" = 1 ] || exit 6
      grep -q "'linkcond clear --device near' puts it right" /run/said || exit 7
      exec 9>>/run/linkcond/lock; flock 9
      "$L" status 9>&- | grep -q 'Is being applied since' || exit 8
      exec 9>&-
      "$L" status --json
      "$L" clear >/dev/null || exit 9
      [ "$(snapshot)" = "$before" ] || { diff <(echo "$before") <(snapshot); exit 10; }
      """)
    let json = String(output.drop { $0 != "{" })
    let interfaces = try #require(try Self.json(json)["interfaces"] as? [[String: Any]])
    #expect(interfaces.count == 1 && interfaces[0]["progress"] as? String == "killed", "\(output)")
    #expect(
      interfaces[0]["asApplied"] as? Bool == false && interfaces[0]["differences"] as? [String] == [], "\(output)")
  }

  @Test("an application that was killed half way is done again right away, and then cleared to what was there")
  func killedAndAgain() throws {
    _ = try Sandbox.succeed(
      """
      before=$(snapshot)
      began=$(date +%s%N); "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
      took=$(( $(date +%s%N) - began )); "$L" clear >/dev/null || exit 2
      for i in 1 2 3 4 5 6 7 8; do
        "$L" apply /run/slow.plist --device near >/dev/null 2>&1 & tool=$!
        moment=$(( took * (i + 1) / 9 ))
        sleep "$(printf '%d.%09d' $((moment / 1000000000)) $((moment % 1000000000)))"
        kill -KILL $tool 2>/dev/null; wait $tool 2>/dev/null
        "$L" apply /run/slower.plist --device near >/run/said 2>&1 || { cat /run/said; exit 3; }
        tc qdisc show dev near | grep -q 'rate 100Kbit' || exit 4
        "$L" clear >/run/said 2>&1 || { cat /run/said; exit 5; }
        [ "$(snapshot)" = "$before" ] || { echo "after $moment ns:"; diff <(echo "$before") <(snapshot); exit 6; }
      done
      """)
  }

  @Test("killed on the way from one profile to another, in both directions, all is given back or done again")
  func killedOnTheWay() throws {
    // Up conditions one direction, slow both: what is there of one and not of the other comes and goes.
    _ = try Sandbox.succeed(
      """
      n=\(Self.kills)
      echo '{ Name = Up; Uplink = { Rate = "500 kbit/s"; }; }' >/run/up.plist
      before=$(snapshot)
      "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
      began=$(date +%s%N); "$L" apply /run/up.plist --device near >/dev/null 2>&1 || exit 2
      took=$(( $(date +%s%N) - began ))
      for i in $(seq $n); do
        first=slow; second=up; [ $((i % 2)) = 0 ] && { first=up; second=slow; }
        "$L" apply /run/$first.plist --device near >/run/said 2>&1 || { cat /run/said; exit 3; }
        "$L" apply /run/$second.plist --device near >/dev/null 2>&1 & tool=$!
        moment=$(( took * 12 / 10 * (i * 1000 - RANDOM % 1000) / n / 1000 ))
        sleep "$(printf '%d.%09d' $((moment / 1000000000)) $((moment % 1000000000)))"
        kill -KILL $tool 2>/dev/null; wait $tool 2>/dev/null
        [ $((i % 4)) -lt 2 ] && continue
        "$L" clear >/run/said 2>&1 || { cat /run/said; exit 4; }
        [ "$(snapshot)" = "$before" ] || { echo "after $moment ns:"; diff <(echo "$before") <(snapshot); exit 5; }
        [ "$(ls /run/linkcond)" = lock ] || { ls /run/linkcond; exit 6; }
      done
      """)
  }

  @Test("killed at any moment, 'clear' gives everything back and nothing is left behind")
  func killed() throws {
    // The moments are spread evenly over a bit more than what one call takes, and moved at random within their share. Beside
    // other work a call may take longer than the one that was measured: where none got to its end, all is done again over
    // twice the time, up to 64 times.
    let output = try Sandbox.succeed(
      """
      n=\(Self.kills)
      before=$(snapshot)
      began=$(date +%s%N); "$L" apply /run/slow.plist --device near --for '1 min' >/dev/null 2>&1 || exit 1
      took=$(( $(date +%s%N) - began )); "$L" clear >/dev/null || exit 2
      killed=0; begun=0; done=0
      for longer in 1 2 4 8 16 32 64; do
        for i in $(seq $n); do
          limit=; [ $((i % 2)) = 0 ] && limit="--for 60s"
          "$L" apply /run/slow.plist --device near $limit >/dev/null 2>&1 & tool=$!
          moment=$(( longer * took * 12 / 10 * (i * 1000 - RANDOM % 1000) / n / 1000 ))
          sleep "$(printf '%d.%09d' $((moment / 1000000000)) $((moment % 1000000000)))"
          kill -KILL $tool 2>/dev/null; wait $tool 2>/dev/null
          killed=$((killed + 1))
          ls /run/linkcond/*.json >/dev/null 2>&1 && begun=$((begun + 1))
          tc qdisc show dev near | grep -q 4c43 && done=$((done + 1))
          "$L" clear >/run/said 2>&1 || { cat /run/said; exit 3; }
          [ "$(snapshot)" = "$before" ] || { echo "after $moment ns:"; diff <(echo "$before") <(snapshot); exit 4; }
          [ "$(ls /run/linkcond)" = lock ] || { ls /run/linkcond; exit 5; }
        done
        [ $done = 0 ] || break
      done
      echo "killed $killed begun $begun done $done"
      until_true sh -c '! pgrep -f "^linkcond --watchdog"'
      """)
    let counts = try #require(output.firstMatch(of: /killed (\d+) begun (\d+) done (\d+)/), "\(output)")
    let (killed, begun, done) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0, Int(counts.3) ?? 0)
    // Some before anything was written down, some after all was done: the moments cover the whole call.
    #expect(begun > 0 && begun < killed && done > 0 && done <= begun, "\(output)")
  }
}
