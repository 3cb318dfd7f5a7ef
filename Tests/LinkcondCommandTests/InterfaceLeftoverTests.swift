import TestSupport
import Testing

@Suite("apply, status and clear where something is missing or in the way")
struct InterfaceLeftoverTests {
  @Test("where the way to the next conditions is blocked, the earlier ones stay, and what is in the way is said")
  func blocked() throws {
    let output = try Sandbox.succeed(
      """
      echo '{ Name = Up; Uplink = { Rate = "500 kbit/s"; }; }' >/run/up.plist
      "$L" apply /run/up.plist --device near >/dev/null 2>&1 || exit 1
      ip link add "lcd$(ip -o link show near | cut -d: -f1)" type veth peer name other || exit 2
      before=$(snapshot)
      "$L" apply /run/slow.plist --device near; [ $? = 1 ] || exit 3
      [ "$(snapshot)" = "$before" ] || { diff <(echo "$before") <(snapshot); exit 4; }
      "$L" status | grep '^near: Up' >/dev/null || exit 5
      "$L" status --json | grep '"asApplied" : true' >/dev/null || exit 6
      """)
    #expect(output.contains("another interface is called that") && output.contains("ip link set dev lcd"), "\(output)")
  }

  @Test("of what someone took away nothing is counted")
  func gone() throws {
    let output = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
      ip link del "$(ip -o link | sed -n 's/.*\\(lcd[0-9]*\\):.*/\\1/p')" || exit 2
      "$L" status
      "$L" status --json | python3 -c '
      import json, sys
      down, up = json.load(sys.stdin)["interfaces"][0]["lanes"]
      assert "settings" not in down and "offeredPackets" not in down, down
      assert up["offeredPackets"] >= 0 and up["settings"], up' || exit 3
      """)
    #expect(output.contains(": gone\n  uplink on near"), "\(output)")
  }

  @Test("what is written down may be lost or damaged: the marks in the kernel are enough to clear")
  func lostState() throws {
    _ = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
      rm /run/linkcond/*.json
      applied=$(snapshot)
      "$L" apply /run/slower.plist --device near 2>/run/said; [ $? = 1 ] || exit 9
      grep "'linkcond clear --device near' takes them away" /run/said >/dev/null || { cat /run/said; exit 10; }
      [ "$(snapshot)" = "$applied" ] || exit 11
      "$L" clear 2>&1 | grep 'was not written down' >/dev/null || exit 2
      tc qdisc show | grep -E '4c43|clsact' && exit 3
      ip -o link | grep lcd && exit 4
      "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 5
      echo damaged > "$(ls /run/linkcond/*.json)"
      "$L" clear; [ $? = 1 ] || exit 6
      "$L" clear --force >/dev/null 2>&1 || exit 7
      ! tc qdisc show | grep 4c43
      """)
  }

  @Test("a damaged file is named with its way out, and keeps neither status nor clear from the other interfaces")
  func damagedState() throws {
    let output = try Sandbox.succeed(
      """
      for device in near far; do "$L" apply /run/slow.plist --device $device >/dev/null 2>&1 || exit 1; done
      own=$(stat -Lc %i /proc/self/ns/net); number=$(ip -o link show far | cut -d: -f1)
      echo damaged > /run/linkcond/$own-$number.json
      echo '{"schema":1}' > /run/linkcond/$own-99.json
      "$L" status > /run/said 2> /run/complaints; echo "status $?"; cat /run/complaints
      [ "$(grep -c 'Error: The file .* is damaged: it is not what linkcond writes' /run/complaints)" = 2 ] || exit 2
      grep '^near: Slow' /run/said || exit 3
      "$L" status --json 2>/dev/null | grep -A2 '"damaged"' | grep -q "$own-$number.json" || exit 4
      "$L" clear > /run/said 2> /run/complaints; echo "clear $?"; cat /run/said /run/complaints
      grep -q 'near: Slow cleared' /run/said || exit 5
      tc qdisc show dev near | grep 4c43 && exit 6
      tc qdisc show dev far | grep -q 4c43 || exit 7
      [ "$(ls /run/linkcond)" = "$(printf '%s\\n' $own-$number.json lock)" ] || { ls /run/linkcond; exit 8; }
      "$L" clear --device far --force >/dev/null 2>&1 || exit 9
      tc qdisc show dev far | grep 4c43 && exit 10
      echo damaged > /run/linkcond/4-5.json
      "$L" clear; echo "other $?"
      "$L" clear --force; echo "forced $?"
      "$L" status
      """)
    #expect(output.contains("status 1\n") && output.contains("clear 1\n"), "\(output)")
    #expect(output.contains("'linkcond clear --device far --force'") && !output.contains("DecodingError"), "\(output)")
    #expect(output.contains("'/run/linkcond/4-5.json' is damaged") && output.contains("other 1\n"), "\(output)")
    #expect(output.hasSuffix("forced 0\nNothing is conditioned.\n"), "\(output)")
  }
}
