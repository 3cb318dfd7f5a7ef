import Foundation
import Testing

/// `apply` with everything that netem can do, on interfaces that the tests made.
@Suite(
  "apply with netem",
  .enabled(
    if: ProcessInfo.processInfo.environment["LINKCOND_NETEM"] == "1",
    "needs a kernel with sch_netem: scripts/test runs this suite by scripts/with-netem"), .serialized)
struct InterfaceCommandNetemTests {
  /// The far end in a namespace of its own, with an address of each family at both ends.
  private static let apart = """
    ip netns add other && ip link set far netns other && ip -n other link set far up || exit 1
    ip addr add 192.0.2.1/24 dev near; ip -n other addr add 192.0.2.2/24 dev far
    ip addr add 2001:db8::1/64 dev near nodad; ip -n other addr add 2001:db8::2/64 dev far nodad
    for a in 192.0.2.2 2001:db8::2; do until_true ping -c 1 -W 1 $a >/dev/null; done

    """

  @Test("3G on an existing interface: 100 ms each way and the frame's time on both wires, in both families")
  func roundTrip() throws {
    let output = try Sandbox.succeed(
      Self.apart + """
        before=$(snapshot)
        "$L" apply 3g --device near || exit 2
        for a in 192.0.2.2 2001:db8::2; do ping -q -c 4 -i 0.3 $a; done
        "$L" status
        "$L" clear >/dev/null || exit 3
        [ "$(snapshot)" = "$before" ] || { diff <(echo "$before") <(snapshot); exit 4; }
        """)
    let averages = output.matches(of: /= [\d.]+\/([\d.]+)\//).compactMap { Double($0.1) }
    // 98 bytes at 330 and 780 kbit/s take 3.4 ms (118 with IPv6: 4.1); this kernel takes up to 15 ms to wake a process.
    #expect(averages.count == 2 && averages.allSatisfy { (203..<220).contains($0) }, "\(output)")
    #expect(output.contains("uplink on near: netem limit") && output.contains("delay 100ms"))
  }

  @Test(
    "tc run by hand with the lines of a dry run makes the kernel hold the same",
    arguments: ["very-bad-network", "satellite", "total-loss"])
  func dryRun(profile: String) throws {
    _ = try Sandbox.succeed(
      """
      "$L" apply \(profile) --device near --dry-run >/run/lines || exit 1
      "$L" apply \(profile) --device near >/dev/null || exit 2
      # The seed is drawn by the kernel; what else is shown must be the same.
      shown() { snapshot | sed 's/index [0-9]* //; s/ seed [0-9]*//'; }
      applied=$(shown)
      "$L" clear >/dev/null || exit 3
      bash -e /run/lines || exit 4
      diff <(echo "$applied") <(shown)
      """)
  }

  @Test("queries to port 53 wait for the DNS delay and then for the uplink; other datagrams for the uplink alone")
  func queries() throws {
    let output = try Sandbox.succeed(
      Self.apart + """
        "$L" apply high-latency-dns --device near >/dev/null || exit 2
        received() { ip netns exec other awk '/^Udp:/ && $2 ~ /^[0-9]/ { print $2 + $3 + $4 }' /proc/net/snmp; }
        for port in 9 53; do
          had=$(received); began=$(date +%s%N)
          echo x >/dev/udp/192.0.2.2/$port
          until_true sh -c "[ \\"\\$(ip netns exec other awk '/^Udp:/ && \\$2 ~ /^[0-9]/ { print \\$2 + \\$3 + \\$4 }' /proc/net/snmp)\\" -gt $had ]"
          echo "port $port took $(( ($(date +%s%N) - began) / 1000000 )) ms"
        done
        "$L" status
        """)
    let times = output.matches(of: /took (\d+) ms/).compactMap { Int($0.1) }
    #expect(times.count == 2, "\(output)")
    // 3 s of delay for queries, none for others; starting the programs that look costs this slow kernel a second or two.
    #expect(times.count == 2 && times[0] < 2900 && (3000..<6500).contains(times[1]), "\(output)")
    #expect(output.contains("DNS delay on lcq"))
  }

  @Test("what cannot be applied says so with status 69 and touches nothing")
  func refused() throws {
    let output = try Sandbox.succeed(
      """
      before=$(snapshot)
      "$L" apply airplane-mode --device near; [ $? = 69 ] || exit 1
      [ "$(snapshot)" = "$before" ]
      """)
    #expect(output.contains("linkcond run"))
  }
}
