import TestSupport
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

  @Test("user 0 without capabilities has no user namespace either: doctor and run say so, and what would help")
  func powerlessRoot() throws {
    let output = try Sandbox.succeed(
      """
      drop() { setpriv --bounding-set -all --inh-caps -all "$@"; }
      drop "$L" run edge -- true; echo "run $?"
      drop "$L" doctor; echo "doctor $?"
      """)
    #expect(output.contains("run 125\n") && output.contains("doctor 69\n"), "\(output)")
    // Said by run, by doctor of the privilege, and by doctor's last line.
    #expect(output.ranges(of: "'--cap-add SETFCAP'").count == 3, "\(output)")
    #expect(output.contains(/Privileges +none/), "\(output)")
    #expect(output.contains(/CAP_SYS_ADMIN and CAP_NET_ADMIN +missing/), "\(output)")
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

  @Test(
    "apply, clear and status of a user who may not: exit 77, and to be run as root",
    .enabled(if: Users.canBeOthers, "becoming another user needs root, not in a user namespace"))
  func ordinaryUser() throws {
    let output = try Sandbox.succeed(
      """
      cp "$L" /run/tool && chmod 755 /run /run/tool && unset XDG_RUNTIME_DIR
      all() {
        for words in 'apply edge --device near' clear status; do
          setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all --inh-caps=-all "$@" /run/tool $words \
            > /run/said 2>&1
          echo "${words%% *} $? $(grep -c 'Run as root' /run/said)"
        done
      }
      "$L" apply /run/slow.plist --device near > /dev/null 2>&1 || exit 1
      echo there; all; all env XDG_RUNTIME_DIR=/nowhere
      "$L" clear > /dev/null && rm -r /run/linkcond && echo missing && all
      """)
    let refused = "apply 77 1\nclear 77 1\n"
    // Where nothing was written down there is nothing to see, which anybody may know.
    #expect(
      output == "there\n\(refused)status 77 1\n\(refused)status 77 1\nmissing\n\(refused)status 0 0\n", "\(output)")
  }

  @Test(
    "a file that is no network namespace is told of as that", arguments: ["/etc/passwd", "/etc", "/proc/self/ns/mnt"])
  func noNamespace(path: String) throws {
    let output = try Sandbox.succeed(#""$L" apply edge --device near --namespace \#(path); echo "apply $?""#)
    #expect(output.contains("Cannot enter namespace '\(path)': \(path) is no network namespace."), "\(output)")
    #expect(!output.contains("Run as root") && output.contains("apply 1\n"), "\(output)")
  }

  @Test(
    "where no more namespaces are allowed the setting is named, and the status says that the machine lacks something")
  func namespaceLimits() throws {
    // The limits are those of a user namespace of the script's own.
    let output = try Sandbox.succeed(
      """
      quick="--profile edge --baseline 300ms --applied 300ms --removed 300ms --output /run/a"
      export quick
      unshare --user --map-root-user bash -c '
        echo 0 > /proc/sys/user/max_net_namespaces || exit 1
        "$L" harness $quick; echo "harness $?"; "$L" run edge -- true; echo "run $?"'
      unshare --user --map-root-user bash -c '
        echo 0 > /proc/sys/user/max_user_namespaces || exit 1
        lesser() { setpriv --bounding-set=-all --inh-caps=-all "$L" "$@"; }
        lesser harness $quick; echo "lesser harness $?"; lesser run edge -- true; echo "lesser run $?"'
      """)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(["harness 69", "run 125", "lesser harness 77", "lesser run 125"].allSatisfy(lines.contains), "\(output)")
    for setting in ["max_net_namespaces", "max_user_namespaces"] {
      let told = lines.count {
        $0.contains("user.\(setting), which is 0 here") && $0.contains("sysctl -w user.\(setting)=")
      }
      #expect(told == 2, "\(output)")
    }
  }

  @Test("too little address space for threads is told of as that")
  func addressSpace() throws {
    // 16 stacks of 8 MiB: somewhere on the way in steps of 40 MiB the tool itself has room, and they have not.
    let output = try Sandbox.succeed(
      """
      ulimit -s 8192
      for room in $(seq 40960 40960 1228800); do
        bash -c "ulimit -v $room; exec '$L' run edge -- true" > /run/said 2>&1; status=$?
        grep -q 'Cannot start 16 threads' /run/said && { cat /run/said; echo "run $status, $room"; exit 0; }
      done
      exit 1
      """)
    #expect(output.contains("KiB of address space ('ulimit -v')") && !output.contains("ulimit -u"), "\(output)")
    #expect(output.contains("run 125, "), "\(output)")
  }

  @Test("an ICMP socket that is forbidden comes with the setting and a command that allows it, for root too")
  func pingGroups() throws {
    let output = try Sandbox.succeed(
      """
      echo "1 0" > /proc/sys/net/ipv4/ping_group_range
      "$L" monitor --probe icmp://127.0.0.1 --for 300ms
      """)
    #expect(
      output.contains("Permission denied. net.ipv4.ping_group_range")
        && output.contains("sysctl -w net.ipv4.ping_group_range="),
      "\(output)")
  }

  @Test("show of a folder says that it is one")
  func shownFolder() throws {
    let output = try Sandbox.succeed(
      """
      cd /run && mkdir dir.plist
      for path in dir.plist /run/dir.plist ./dir.plist; do "$L" show $path; echo "show $?"; done
      """)
    #expect(
      output.ranges(of: "dir.plist: This is a folder, not a file.\nshow 65\n").count == 3, "\(output)")
  }
}
