import Foundation
import Testing

@Suite("A lab that is killed")
struct LabKillTests {
  /// How often each command is killed: 10 times, or 100 where `LINKCOND_FULL` is set.
  private static let kills = ProcessInfo.processInfo.environment["LINKCOND_FULL"] == nil ? 10 : 100

  @Test(
    "leaves no process, interface, mount or namespace, whatever the moment",
    arguments: [
      "run /run/slow.plist -- sh -c 'setsid sleep 60 & curl -s http://origin.test/ && touch /run/up; sleep 60'",
      // `up` is when the second lab's program runs: both labs were being made until then.
      "harness --profile /run/slow.plist --profile edge --output /run/out --plain -- "
        + "sh -c 'setsid sleep 60 & echo >> /run/started; [ $(wc -l < /run/started) = 2 ] && touch /run/up; sleep 60'",
    ])
  func killed(_ command: String) throws {
    // The moments are spread over a bit more than it takes until the command in the lab has had an answer, and moved at
    // random within their share.
    let output = try Sandbox.succeed(
      """
      n=\(Self.kills)
      export TMPDIR=/run/t; mkdir $TMPDIR
      # All that the sandbox has but for what these functions start: nothing in it is named linkcond, sh, curl or sleep.
      left() { ps -e -o comm= | grep -Ex 'linkcond.*|sh|curl|setsid|sleep' ; lsns -n -o NS | sort; snapshot; sort /proc/mounts; }
      clean() { left > /run/now; cmp -s /run/before /run/now; }
      begin() { rm -rf /run/up /run/out /run/started; "$L" \(command) >/dev/null 2>/run/said & tool=$!; }
      left > /run/now; left > /run/before
      began=$(date +%s%N); begin
      for i in $(seq 400); do [ -e /run/up ] && break; sleep 0.025; done; [ -e /run/up ] || { cat /run/said; exit 1; }
      took=$(( $(date +%s%N) - began ))
      kill -KILL $tool; wait $tool 2>/dev/null; until_true clean
      up=0; early=0
      for i in $(seq $n); do
        moment=$(( took * 12 / 10 * (i * 1000 - RANDOM % 1000) / n / 1000 ))
        begin
        sleep "$(printf '%d.%09d' $((moment / 1000000000)) $((moment % 1000000000)))"
        kill -KILL $tool; wait $tool 2>/dev/null
        if [ -e /run/up ]; then up=$((up + 1)); else early=$((early + 1)); fi
        for wait in $(seq 200); do clean && break; sleep 0.05; done
        clean || { echo "after $moment ns:"; diff /run/before /run/now; exit 2; }
      done
      # The folders of killed runs are the next one's to sweep.
      "$L" run edge -- true; [ -z "$(ls -A $TMPDIR)" ] || { ls -A $TMPDIR; exit 3; }
      echo "early $early up $up"
      """)
    // Half of the moments and more lie before the program runs.
    let early = try #require(output.firstMatch(of: /early (\d+)/).flatMap { Int($0.1) }, "\(output)")
    #expect(early >= Self.kills / 4, "\(output)")
  }
}
