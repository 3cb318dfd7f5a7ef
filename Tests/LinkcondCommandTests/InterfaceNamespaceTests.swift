import TestSupport
import Testing

@Suite("apply in other namespaces")
struct InterfaceNamespaceTests {
  @Test(
    "a namespace by name, by path and by process; status and clear find it",
    .enabled(if: Users.canBeOthers, "named namespaces need root, not in a user namespace"))
  func namespaces() throws {
    _ = try Sandbox.succeed(
      """
      ip netns add other && ip link set far netns other && ip -n other link set far up || exit 1
      ip netns exec other sleep 100 & sleep=$!
      until_true ip netns exec other sh -c '[ "$(readlink /proc/'$sleep'/ns/net)" = "$(readlink /proc/self/ns/net)" ]'
      for name in other /run/netns/other $sleep; do
        "$L" apply /run/slow.plist --device far --namespace $name >/dev/null 2>&1 || exit 2
        ip netns exec other tc qdisc show dev far | grep -q 'tbf 4c43:' || exit 3
        tc qdisc show | grep 4c43 && exit 4
        "$L" status | grep "far in namespace $name: Slow" >/dev/null || exit 5
        "$L" clear | grep 'far: Slow cleared' >/dev/null || exit 6
        ip netns exec other tc qdisc show | grep 4c43 && exit 7
      done
      "$L" apply /run/slow.plist --device far --namespace nosuch; [ $? = 1 ] || exit 8
      "$L" apply /run/slow.plist --device far --namespace other --for '1 s' >/dev/null 2>&1 || exit 12
      until_true sh -c '! ip netns exec other tc qdisc show | grep -q 4c43'
      until_true sh -c '! pgrep -f "^linkcond --watchdog"'
      # A namespace that is gone takes its conditions with it.
      "$L" apply /run/slow.plist --device far --namespace other >/dev/null 2>&1 || exit 9
      kill -KILL $sleep; wait $sleep 2>/dev/null; ip netns del other
      "$L" status | grep 'namespace is gone' >/dev/null || exit 10
      "$L" clear 2>&1 | grep 'is gone' >/dev/null || exit 11
      [ "$(ls /run/linkcond)" = lock ]
      """)
  }

  @Test("a namespace that only a mount keeps is found, from any folder, however it was called")
  func mountedNamespace() throws {
    _ = try Sandbox.succeed(
      """
      mkdir /run/x && touch /run/x/ns && unshare --net=/run/x/ns true || exit 1
      inside() { nsenter --net=/run/x/ns "$@"; }
      inside ip link add q0 type veth peer name q1 && inside ip link set q0 up || exit 2
      seen() { inside tc qdisc show | sed 's/ refcnt [0-9]*//'; inside ip -o link | cut -d : -f 2; }
      before=$(seen)
      cd /run/x && "$L" apply /run/slow.plist --device q0 --namespace ./ns >/dev/null 2>&1 || exit 3
      cd / && "$L" status | grep '^q0 in namespace /run/x/./ns: Slow' >/dev/null || exit 4
      "$L" clear | grep 'q0: Slow cleared' >/dev/null || exit 5
      [ "$(seen)" = "$before" ] || exit 6
      # By the number of a process that has ended meanwhile.
      nsenter --net=/run/x/ns sleep 100 & sleep=$!
      until_true sh -c '[ "$(stat -L -c %i /proc/'$sleep'/ns/net)" = "$(stat -L -c %i /run/x/ns)" ]'
      "$L" apply /run/slow.plist --device q0 --namespace $sleep >/dev/null 2>&1 || exit 7
      kill -KILL $sleep; wait $sleep 2>/dev/null
      "$L" status | grep 'tbf 4c43: (linkcond' >/dev/null || "$L" status | grep 'netem 4c43: (linkcond' >/dev/null || exit 8
      "$L" clear | grep 'q0: Slow cleared' >/dev/null || exit 9
      [ "$(seen)" = "$before" ]
      """)
  }
}
