import Foundation
import TestSupport
import Testing

/// The tool in a network, a mount and a PID namespace of a script's own, in which everything is made, named and left.
///
/// The script finds the tool in `$L`, an empty `/run`, and `lo`, `near` and `far`, a pair of which both ends are up. When
/// it ends, so does all that it started.
enum Sandbox {
  /// Beside the test bundle, where SwiftPM puts both.
  static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "linkcond").path

  private static let prelude = """
    set -u
    mount -t tmpfs tmpfs /run && mkdir /run/netns || exit 99
    ip link set lo up && ip link add near type veth peer name far && ip link set near up && ip link set far up || exit 99
    cat > /run/slow.plist <<'END'
    { Name = Slow; Downlink = { Rate = "2 Mbit/s"; }; Uplink = { Rate = "1 Mbit/s"; }; }
    END
    cat > /run/slower.plist <<'END'
    { Name = Slower; Downlink = { Rate = "200 kbit/s"; }; Uplink = { Rate = "100 kbit/s"; }; }
    END
    # What may not differ before and after: qdiscs, filters, interfaces and offloads.
    snapshot() {
      tc qdisc show | sed 's/ refcnt [0-9]*//'
      for point in ingress egress; do tc filter show dev near $point 2>/dev/null; done
      ip -o link show | sed 's/^[0-9]*: \\([^:]*\\):.*/\\1/'
      ethtool -k near | grep -v fixed
    }
    # until WORDS: waits up to 10 s until a command succeeds.
    until_true() { for i in $(seq 200); do "$@" && return; sleep 0.05; done; echo "waited in vain: $*"; exit 98; }

    """

  /// Runs a script of bash; its exit status, and what it wrote to both outputs.
  static func run(_ script: String) throws -> (status: Int32, output: String) {
    let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
    return try Shell.run(
      ["unshare"] + user + ["--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
        + ["env", "L=\(tool)", "bash", "-c", prelude + script])
  }

  /// Runs a script whose last command must succeed; its output.
  static func succeed(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let (status, output) = try run(script)
    #expect(status == 0, "\(output)", sourceLocation: sourceLocation)
    return output
  }
}
