import Testing

/// Machines that lack or forbid something, and interfaces that are not as expected: what is said of them, and what is left
/// alone.
@Suite("Faults of machines and interfaces")
struct MachineFaultsTests {
  @Test("doctor sees what run does: a chroot that is no mount point, with the way out")
  func chroot() throws {
    let output = try Sandbox.succeed(
      """
      mkdir /run/c && for d in /*; do
        [ "$d" = /run ] && continue
        if [ -L "$d" ]; then cp -a "$d" /run/c/; elif [ -d "$d" ]; then mkdir "/run/c$d" && mount --rbind "$d" "/run/c$d"; fi
      done
      chroot /run/c "$L" run edge -- true; echo "run $?"
      chroot /run/c "$L" doctor; echo "doctor $?"
      mount --rbind /run/c /run/c && chroot /run/c "$L" run edge -- true; echo "bound $?"
      """)
    #expect(output.contains("run 125\n") && output.contains("doctor 69\n") && output.contains("bound 0\n"), "\(output)")
    #expect(output.contains("No lab can be made here") && output.contains("mount --bind DIR DIR"), "\(output)")
  }

  @Test("a read-only /proc/sys comes with what to do about it")
  func readOnlySettings() throws {
    let output = try Sandbox.succeed(
      """
      mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys
      "$L" run edge -- true; echo "run $?"
      """)
    #expect(output.contains("run 125\n") && output.contains("Read-only file system"), "\(output)")
    #expect(output.contains("Cannot set /proc/sys/net/") && output.contains("--privileged"), "\(output)")
  }

  @Test("status says of a time that is over whether somebody still sees to it")
  func deadWatchdog() throws {
    let output = try Sandbox.succeed(
      """
      "$L" apply /run/slow.plist --device near --for 1s > /dev/null || exit
      pkill -9 -f -- --watchdog; over() { "$L" status | grep -q 'time is over'; }
      until_true over; "$L" status; "$L" clear; "$L" status
      """)
    #expect(output.contains("its time is over and its watchdog is gone: 'linkcond clear' takes it away"), "\(output)")
    #expect(output.hasSuffix("Nothing is conditioned.\n"), "\(output)")
  }

  @Test("a refused application takes away nothing that it did not put there, not even under linkcond's own number")
  func foreignHandle() throws {
    let output = try Sandbox.succeed(
      """
      tc qdisc add dev near root handle 4c43: tbf rate 1mbit burst 10kb latency 50ms && tc qdisc show dev near > /run/before
      "$L" apply /run/slow.plist --device near --direction uplink; echo "apply $?"
      tc qdisc show dev near > /run/after; diff /run/before /run/after && echo same; ls /run/linkcond
      """)
    #expect(output.contains("apply 1\n") && output.contains("same\n") && !output.contains(".json"), "\(output)")
  }

  @Test("status and a dry run write nothing")
  func readOnlyRun() throws {
    let output = try Sandbox.succeed(
      """
      mount -o remount,ro /run
      "$L" status; echo "status $?"
      "$L" apply /run/slow.plist --device near --dry-run > /dev/null; echo "dry $?"
      """)
    #expect(output.contains("Nothing is conditioned.\nstatus 0\n") && output.contains("dry 0\n"), "\(output)")
  }

  @Test("an interface that there is not is told of, with the nearest names; a name that cannot be one is refused")
  func unknownInterfaces() throws {
    let output = try Sandbox.succeed(
      """
      "$L" clear --device naer; echo "clear $?"
      timeout 5 "$L" monitor --interface naer --for 100ms 2>&1; echo "monitor $?"
      long=$(printf 'x%.0s' $(seq 300))
      "$L" apply /run/slow.plist --device "$long"; echo "apply $?"
      "$L" apply /run/slow.plist --device naer; echo "near $?"
      """)
    #expect(output.contains("Warning: There is no interface 'naer'. Did you mean 'near' or 'far'?"), "\(output)")
    #expect(output.contains("Note: There is no interface 'naer'. Did you mean 'near' or 'far'?"), "\(output)")
    #expect(output.contains("clear 0\n") && output.contains("monitor 0\n"), "\(output)")
    #expect(
      output.contains("it has 300 bytes, and an interface's name at most 15") && output.contains("apply 64\n"),
      "\(output)")
    #expect(output.contains("near 1\n"), "\(output)")
  }
}
