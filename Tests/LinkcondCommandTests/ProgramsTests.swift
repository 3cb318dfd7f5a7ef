import Conditioner
import Foundation
import LinuxSystem
import Profiles
import TestSupport
import Testing

/// curl, ping, wget, python3's urllib and git, which know nothing of linkcond, each with the exit status that its manual has
/// for what the link does. All of a test's run at once, in a lab each.
@Suite("Programs that were not written here", .serialized)
struct ProgramsTests {
  /// Two repositories at `$SITE`, one with a large file, for git's dumb protocol; and a program of urllib's in `$fetch`.
  private static let site = """
    export GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0
    mkdir $SITE && git init -q $SITE/tree && head -c 300000 /dev/urandom > $SITE/tree/big && cd $SITE/tree && git add big \\
      && git -c user.name=n -c user.email=e commit -q -m first && git clone -q --bare . $SITE/small.git \\
      && git clone -q --bare . $SITE/big.git && cd / || exit 97
    # The one for slow links has a commit without the large file.
    git -C $SITE/tree checkout -q --orphan little && git -C $SITE/tree rm -q --cached big && echo hello > $SITE/tree/little \\
      && git -C $SITE/tree add little && git -C $SITE/tree -c user.name=n -c user.email=e commit -q -m second \\
      && rm -rf $SITE/small.git && git clone -q --bare --single-branch --branch little file://$SITE/tree $SITE/small.git || exit 97
    for r in small big; do git -C $SITE/$r.git repack -q -a -d; git -C $SITE/$r.git update-server-info; done
    # With a time-out for what can take for ever.
    fetch='import sys, time, urllib.request
    with urllib.request.urlopen(sys.argv[1], timeout=float(sys.argv[2])) as page:
      while page.read(5000): pass'

    """

  /// `start NAME COMMAND…`: in the background; `collect` prints `NAME STATUS` for each, in the order of names.
  private static let prelude = """
    export SITE=/run/site HOME=/run

    """ + site + """
      mkdir /run/results
      start() { local name=$1; shift; { timeout -k 1 50 "$@" > "/run/results/$name.out" 2>&1; echo $? > "/run/results/$name"; } & }
      collect() { wait; for f in /run/results/*.out; do
        n=${f%.out}; echo "$(basename "$n") $(cat "$n")"; [ $# -eq 0 ] || tail -n 20 "$f" | sed 's/^/# /'; done; }
      SERVE="exec python3 -m http.server -d $SITE 8080 2>/dev/null"

      """

  private func statuses(_ output: String) -> [String: String] {
    var statuses: [String: String] = [:]
    for line in output.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1)
      statuses[String(words[0])] = words.dropFirst().first.map(String.init) ?? ""
    }
    return statuses
  }

  @Test("under Edge they all get there, with time-outs that allow for its round trips")
  func edge() throws {
    let output = try Sandbox.succeed(
      Self.prelude + """
        run() { local name=$1; shift; start "$name" "$L" run edge --serve "$SERVE" -- "$@"; }
        # A name, a connection and a request take 840 ms each; a program that gives up after less does not get there.
        run curl curl -sf -m 30 -o /dev/null http://origin.test/bytes/1000
        run curl-hasty curl -s -m 1 -o /dev/null http://origin.test/
        run ping ping -c 2 -W 10 origin.test
        run ping-hasty ping -c 2 -i 0.2 -w 1 -W 0.5 203.0.113.1
        run wget wget -q -T 20 -t 1 -O /dev/null http://origin.test/bytes/1000
        run wget-hasty wget -q -T 0.5 -t 1 -O /dev/null http://203.0.113.1/
        run urllib python3 -c "$fetch" http://origin.test/bytes/1000 20
        run urllib-hasty python3 -c "$fetch" http://203.0.113.1/ 0.5
        run git sh -c 'until curl -s -m 10 -o /dev/null http://203.0.113.1:8080/; do :; done
          exec git clone -q http://origin.test:8080/small.git "$(mktemp -d -p /run)/small"'
        collect details
        """)
    // 28 is curl's "operation timed out"; ping's 1 is "no reply"; wget's 4 is "network failure"; an exception ends python3
    // with 1.
    #expect(
      statuses(output) == [
        "curl": "0", "curl-hasty": "28", "ping": "0", "ping-hasty": "1", "wget": "0", "wget-hasty": "4", "urllib": "0",
        "urllib-hasty": "1", "git": "0",
      ], "\(output)")
  }

  @Test("under 100 % loss each gives up by its own time-out, and says so by its status")
  func loss() throws {
    let output = try Sandbox.succeed(
      Self.prelude + """
        run() { local name=$1; shift; start "$name" "$L" run '100% Loss' --serve "$SERVE" -- "$@"; }
        run curl curl -s -m 3 -o /dev/null http://origin.test/
        run curl-address curl -s -m 3 -o /dev/null http://203.0.113.1/
        run ping ping -c 2 -i 0.5 -W 2 203.0.113.1
        run wget wget -q -T 2 -t 1 -O /dev/null http://203.0.113.1/
        run wget-name wget -q -T 2 -t 1 -O /dev/null http://origin.test/
        run urllib python3 -c "$fetch" http://203.0.113.1/ 2
        run git timeout 5 git clone -q http://203.0.113.1:8080/small.git /run/none
        collect details
        """)
    // git has no time-out of its own for a connection: 124 is timeout's for ending it.
    #expect(
      statuses(output) == [
        "curl": "28", "curl-address": "28", "ping": "1", "wget": "4", "wget-name": "4", "urllib": "1", "git": "124",
      ], "\(output)")
  }

  /// What a program does before, over and after a hand-over.
  struct Fetch: Sendable {
    let name: String
    let short: String
    let long: String
    /// So many bytes have come to the client when the long one is under way for certain.
    let underWay: UInt64
    /// What each ends with.
    let statuses: [Int32]
  }

  /// 28 is curl's "operation timed out", 4 wget's "network failure", 1 an exception's; 128 is git's for what is fatal.
  private static func fetches(in folder: String) -> [Fetch] {
    let origin = "http://origin.test"
    func fetch(_ name: String, _ short: String, _ long: String, _ status: Int32, underWay: UInt64 = 20_000) -> Fetch {
      Fetch(name: name, short: short, long: long, underWay: underWay, statuses: [0, status, 0])
    }
    let wget = "wget -q -O /dev/null \(origin)/bytes"
    let clone =
      "GIT_CONFIG_GLOBAL=/dev/null git -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=3 clone -q \(origin):8080"
    return [
      fetch(
        "curl", "curl -sf -m 20 -o /dev/null \(origin)/bytes/1000",
        "curl -sf -m 10 -o /dev/null \(origin)/bytes/200000", 28),
      // It goes on by the next interface: what it sends is not a connection's.
      fetch("ping", "ping -c 1 -W 10 origin.test", "ping -i 0.5 -c 10 -W 2 origin.test", 0, underWay: 200),
      fetch("wget", "\(wget)/1000 -T 20 -t 1", "\(wget)/200000 -T 3 -t 1", 4),
      // It alone tries again by itself.
      fetch("wget-retry", "\(wget)/1000 -T 20 -t 1", "\(wget)/200000 -T 3 -t 3", 0),
      fetch(
        "urllib", "python3 \(folder)/fetch.py \(origin)/bytes/1000 20",
        "python3 \(folder)/fetch.py \(origin)/bytes/200000 3", 1),
      fetch(
        "git", "\(clone)/small.git $(mktemp -d -p \(folder))/r", "\(clone)/big.git $(mktemp -d -p \(folder))/r", 128),
    ]
  }

  /// Wi-Fi loses its carrier, and cellular carries what is begun from then on; a connection that was open hangs, as its
  /// address is Wi-Fi's. What is fetched in the middle takes 8 s at 200 kbit/s, so that it is under way when 20 kB have come.
  @Test("over a hand-over, what is under way hangs until the program gives up, and what begins after gets there")
  func handover() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "programs-\(UInt64.random(in: 0...UInt64.max))")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // only leaves files in a temporary folder
    let made = try Shell.run([
      "bash", "-c", "SITE=\(folder)/site\n" + Self.site + "echo \"$fetch\" > \(folder)/fetch.py",
    ])
    try #require(made.status == 0, "\(made.output)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for fetch in Self.fetches(in: folder) {
        group.addTask {
          let (statuses, output) = try await Self.run(fetch, site: "\(folder)/site")
          #expect(statuses == fetch.statuses, "\(fetch.name): \(output)")
        }
      }
      try await group.waitForAll()
    }
  }

  private static func run(_ fetch: Fetch, site: String) async throws -> (statuses: [Int32], output: String) {
    let slow = LinkConditions(rate: .kilobits(200), delay: .milliseconds(10))
    let (narrow, lte) = (
      Profile(name: "Narrow", downlink: slow, uplink: slow),
      try ProfileStore().find("LTE")
    )
    let lab = try await Lab(
      interfaces: [LabInterface(.wifi), LabInterface(.cellular)], options: LabOptions(profiles: [narrow, lte]))
    try await lab.apply(narrow, to: "wlan0")
    try await lab.apply(lte, to: "wwan0")
    let server = try lab.serve("exec python3 -m http.server -d \(site) 8080 2>/dev/null") { $0.standardOutput = -1 }
    try await waitUntil("the server answers", deadline: .seconds(30)) {
      try await lab.run(["curl", "-s", "-m", "5", "-o", "/dev/null", "http://origin.test:8080/"]).status == .exited(0)
    }
    let before = try await lab.run(["sh", "-c", fetch.short])
    let quiet = try await lab.counters(of: "wlan0").downlink.deliveredBytes
    async let running = lab.run(["sh", "-c", fetch.long])
    try await waitUntil("\(fetch.name) is under way", deadline: .seconds(30)) {
      try await lab.counters(of: "wlan0").downlink.deliveredBytes > quiet + fetch.underWay
    }
    var lost = narrow
    lost.linkState = .noCarrier
    try await lab.apply(lost, to: "wlan0")
    let over = try await running
    let after = try await lab.run(["sh", "-c", fetch.short])
    _ = await server.end(grace: .zero)
    await lab.end()
    let results = [before, over, after]
    return (results.map(\.status.shellCode), results.map { $0.standardOutput + $0.standardError }.joined())
  }
}
