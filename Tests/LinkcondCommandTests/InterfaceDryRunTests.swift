import TestSupport
import Testing

/// Lines of `apply --dry-run` are run by hand here, as they are, where `apply` would do the same.
@Suite("What a dry run prints")
struct InterfaceDryRunTests {
  /// The interface's name and number stay, those of ifbs and of actions do not.
  private static let shown = """
    shown() { snapshot | sed 's/index [0-9]* //'; }

    """

  @Test(
    "in another namespace each line enters it", .enabled(if: Users.canBeOthers, "named namespaces need root"),
    arguments: ["other", "/run/netns/other"])
  func namespace(_ name: String) throws {
    _ = try Sandbox.succeed(
      """
      ip netns add other && ip link set far netns other && ip -n other link set far up || exit 1
      shown() { ip netns exec other sh -c 'tc qdisc show; tc filter show dev far ingress; ethtool -k far' | sed 's/index [0-9]* //'; }
      before=$(snapshot)
      "$L" apply /run/slow.plist --device far --namespace \(name) --dry-run >/run/lines 2>/dev/null || exit 2
      "$L" apply /run/slow.plist --device far --namespace \(name) >/dev/null 2>&1 || exit 3
      applied=$(shown)
      "$L" clear >/dev/null || exit 4
      bash -e /run/lines || { cat /run/lines; exit 5; }
      diff <(echo "$applied") <(shown) || exit 6
      [ "$(snapshot)" = "$before" ]
      """)
  }

  @Test(
    "over earlier conditions they lead from those to the new ones, in place or anew",
    arguments: ["slower.plist", "up.plist", "down.plist", "lost.plist"])
  func again(_ file: String) throws {
    _ = try Sandbox.succeed(
      Self.shown + """
        echo '{ Name = Up; Uplink = { Rate = "100 kbit/s"; }; }' >/run/up.plist
        echo '{ Name = Down; Downlink = { Rate = "100 kbit/s"; }; }' >/run/down.plist
        echo '{ Name = Lost; Link = { Loss = "100 %"; }; }' >/run/lost.plist
        "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 1
        before=$(shown)
        "$L" apply /run/\(file) --device near --dry-run >/run/lines 2>/dev/null || exit 2
        [ "$(shown)" = "$before" ] || exit 3
        "$L" apply /run/\(file) --device near >/dev/null 2>&1 || exit 4
        applied=$(shown)
        "$L" apply /run/slow.plist --device near >/dev/null 2>&1 || exit 5
        [ "$(shown)" = "$before" ] || { diff <(echo "$before") <(shown); exit 6; }
        bash -e /run/lines || { cat /run/lines; exit 7; }
        diff <(echo "$applied") <(shown)
        """)
  }
}
