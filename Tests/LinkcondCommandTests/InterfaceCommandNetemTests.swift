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

  @Test(
    "profiles that differ in what they condition follow each other without a loss, a change of order or a packet without conditions"
  )
  func transitions() throws {
    // Each way 100 datagrams a second, numbered and with the time at which they were sent. First 50 ms of uplink alone; then
    // a downlink and a DNS delay too, at 80 ms of uplink; and so on; in the end no uplink.
    _ = try Sandbox.succeed(
      Self.apart + #"""
        echo '{ Name = One; Uplink = { Delay = "50 ms"; }; }' >/run/one.plist
        echo '{ Name = All; Uplink = { Delay = "80 ms"; }; Downlink = { Delay = "20 ms"; }; DNSDelay = "1 s"; }' >/run/all.plist
        echo '{ Name = Down; Downlink = { Delay = "300 ms"; }; }' >/run/down.plist
        cat >/run/talk.py <<'END'
        import os, socket, sys, time
        here, there, place = sys.argv[1:]
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.bind((here, 9100)); s.setblocking(False)
        heard, n, due, end = [], 0, time.time(), None
        while end is None or time.time() < end:
            now = time.time()
            if end is None and os.path.exists("/run/over"): end = now + 2
            if now >= due and end is None:
                try: s.sendto(b"%d %d" % (n, time.time_ns()), (there, 9100))
                except ConnectionRefusedError: pass
                n, due = n + 1, max(due + 0.01, now)
            try:
                while True: heard.append(tuple(map(int, s.recv(100).split())) + (time.time_ns(),))
            except (BlockingIOError, ConnectionRefusedError): pass
            time.sleep(0.002)
        with open(place, "w") as f:
            f.write(f"{n}\n" + "".join("%d %d %d\n" % h for h in heard))
        END
        "$L" apply /run/one.plist --device near >/dev/null || exit 2
        python3 /run/talk.py 192.0.2.1 192.0.2.2 /run/near & near=$!
        ip netns exec other python3 /run/talk.py 192.0.2.2 192.0.2.1 /run/far & far=$!
        sleep 2
        for file in all one all one; do
          "$L" apply /run/$file.plist --device near >/run/said 2>&1 || { cat /run/said; exit 3; }
        done
        date +%s%N >/run/last
        "$L" apply /run/down.plist --device near >/run/said 2>&1 || { cat /run/said; exit 4; }
        tc qdisc show dev near | grep 'netem 4c43: root' && exit 5
        "$L" apply /run/one.plist --device near >/run/said 2>&1 || { cat /run/said; exit 6; }
        touch /run/over; wait $near $far
        "$L" clear >/dev/null
        python3 - <<'END'
        last = int(open("/run/last").read())
        for place, other in ("/run/near", "/run/far"), ("/run/far", "/run/near"):
            sent = int(open(other).readline())
            heard = [tuple(map(int, line.split())) for line in open(place).read().splitlines()[1:]]
            numbers = [h[0] for h in heard]
            # Who begins second has not heard the first ones.
            first = numbers[0]
            assert first < 500, (place, first)
            assert numbers == list(range(first, sent)), (place, sent, len(numbers), [
                (a, b) for a, b in zip(numbers, numbers[1:]) if b != a + 1][:20])
            if place == "/run/far":
                early = [h for h in heard if h[1] < last and h[2] - h[1] < 50_000_000]
                assert not early, early[:20]
        END
        """#)
  }

  @Test("the other end of a container's pair is named, and that it joins packets, until it does not")
  func otherEnd() throws {
    let output = try Sandbox.succeed(
      Self.apart + """
        echo '{ Name = Lossy; Downlink = { Loss = "1 %"; }; }' >/run/lossy.plist
        "$L" apply /run/lossy.plist --device far --namespace other --dry-run >/dev/null 2>/run/said || exit 2
        cat /run/said
        eval "$(sed -n "s/.*'\\(ethtool [^']*\\)'.*/\\1/p" /run/said)" || exit 3
        "$L" apply /run/lossy.plist --device far --namespace other >/run/said 2>&1 || exit 4
        grep ethtool /run/said && exit 5
        exit 0
        """)
    #expect(output.contains("the other end ('near') joins packets"), "\(output)")
  }

  @Test("settings of netem that linkcond never makes are someone else's change, and gone with the next profile")
  func otherSettings() throws {
    let output = try Sandbox.succeed(
      """
      "$L" apply edge --device near >/dev/null 2>&1 || exit 1
      tc qdisc change dev near root handle 4c43: netem limit 58 delay 440ms rate 200kbit 20 slot 100us || exit 2
      "$L" status
      "$L" apply 3g --device near >/dev/null 2>&1 || exit 3
      tc qdisc show dev near | grep -E 'overhead|slot' && exit 4
      exit 0
      """)
    #expect(
      output.contains("packet overhead 20: not asked for") && output.contains("slot: not asked for"), "\(output)")
  }

  @Test("a queue that takes longer than 5 s to drain keeps its limit, which is said and is no one else's change")
  func slowLine() throws {
    // 30 datagrams of 1042 bytes at 8 kbit/s: 31 s.
    let output = try Sandbox.succeed(
      Self.apart + """
        echo '{ Name = Crawl; Uplink = { Rate = "8 kbit/s"; Queue = "60 packets"; }; }' >/run/crawl.plist
        echo '{ Name = Short; Uplink = { Rate = "1 Mbit/s"; Queue = "5 packets"; }; }' >/run/short.plist
        "$L" apply /run/crawl.plist --device near >/dev/null || exit 2
        for i in $(seq 30); do printf '%01000d' $i >/dev/udp/192.0.2.2/9; done
        "$L" apply /run/short.plist --device near || exit 3
        "$L" status
        """)
    #expect(output.contains("the limit stays at 60 packets"), "\(output)")
    #expect(output.contains("netem limit 60 rate 1000000bit") && !output.contains("Changed by"), "\(output)")
  }

  @Test(
    "tc run by hand with the lines of a dry run leads from one netem to another as 'apply' does",
    arguments: zip(["full", "full", "loose", "bursts"], ["loose", "bare", "bursts", "full"]))
  func dryRunOver(first: String, second: String) throws {
    _ = try Sandbox.succeed(
      """
      cat >/run/full.plist <<'END'
      { Name = Full; Link = { Rate = "1 Mbit/s"; Delay = "10 ms"; Jitter = { Deviation = "5 ms"; Correlation = "25 %"; };
        Loss = "1 %"; Duplicate = "2 %"; Corrupt = "1 %"; Queue = "9 packets"; }; DNSDelay = "1 s"; }
      END
      echo '{ Name = Loose; Link = { Delay = "20 ms"; Jitter = "5 ms"; KeepOrder = NO; }; }' >/run/loose.plist
      echo '{ Name = Bursts; Uplink = { Rate = "2 Mbit/s"; Loss = { Ratio = "1 %"; AverageBurst = 4; }; }; }' >/run/bursts.plist
      echo '{ Name = Bare; Downlink = { Delay = "30 ms"; }; }' >/run/bare.plist
      shown() { snapshot | sed 's/index [0-9]* //; s/ seed [0-9]*//'; }
      "$L" apply /run/\(first).plist --device near >/dev/null 2>&1 || exit 1
      before=$(shown)
      "$L" apply /run/\(second).plist --device near --dry-run >/run/lines 2>/dev/null || exit 2
      "$L" apply /run/\(second).plist --device near >/dev/null 2>&1 || exit 3
      applied=$(shown)
      "$L" clear >/dev/null || exit 4
      "$L" apply /run/\(first).plist --device near >/dev/null 2>&1 || exit 5
      [ "$(shown)" = "$before" ] || { diff <(echo "$before") <(shown); exit 6; }
      bash -e /run/lines || { cat /run/lines; exit 7; }
      diff <(echo "$applied") <(shown) || { cat /run/lines; exit 8; }
      """)
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
