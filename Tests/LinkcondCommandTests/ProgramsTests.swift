import Foundation
import Testing

/// curl, ping, wget, python3's urllib and git, which know nothing of linkcond, each with the exit status that its manual has
/// for what the link does. All of a test's run at once, in a lab each.
@Suite("Programs that were not written here", .serialized)
struct ProgramsTests {
  /// `start NAME COMMAND…`: in the background; `collect` prints `NAME STATUS` for each, in the order of names. `edge.sh` of a
  /// program is a command for `$1`, the address or name of the origin. A repository is at `$SITE`, for git's dumb protocol.
  private static let prelude = """
    mkdir /run/results
    start() { local name=$1; shift; { timeout -k 1 50 "$@" > "/run/results/$name.out" 2>&1; echo $? > "/run/results/$name"; } & }
    collect() { wait; for f in /run/results/*.out; do
      n=${f%.out}; echo "$(basename "$n") $(cat "$n")"; [ $# -eq 0 ] || tail -n 20 "$f" | sed 's/^/# /'; done; }
    export SITE=/run/site GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 HOME=/run
    mkdir $SITE && git init -q $SITE/work && head -c 300000 /dev/urandom > $SITE/work/big && cd $SITE/work && git add big \\
      && git -c user.name=n -c user.email=e commit -q -m first && git clone -q --bare . $SITE/small.git \\
      && git clone -q --bare . $SITE/big.git && cd / || exit 97
    # The one for slow links has a commit without the large file.
    git -C $SITE/work checkout -q --orphan little && git -C $SITE/work rm -q --cached big && echo hello > $SITE/work/little \\
      && git -C $SITE/work add little && git -C $SITE/work -c user.name=n -c user.email=e commit -q -m second \\
      && rm -rf $SITE/small.git && git clone -q --bare --single-branch --branch little file://$SITE/work $SITE/small.git || exit 97
    for r in small big; do git -C $SITE/$r.git repack -q -a -d; git -C $SITE/$r.git update-server-info; done
    SERVE="exec python3 -m http.server -d $SITE 8080 2>/dev/null"
    # With a time-out for what can take for ever.
    fetch='import sys, time, urllib.request
    with urllib.request.urlopen(sys.argv[1], timeout=float(sys.argv[2])) as page:
      while page.read(5000): pass'

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
          exec git clone -q http://origin.test:8080/small.git "$(mktemp -d)/small"'
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

  /// At 4 s Wi-Fi loses its carrier, and cellular carries what is begun from then on; a connection that was open hangs, as its
  /// address is Wi-Fi's. What is fetched in the middle takes 8 s at 200 kbit/s, so that it is under way then.
  @Test("over a hand-over, what is under way hangs until the program gives up, and what begins after gets there")
  func handover() throws {
    let output = try Sandbox.succeed(
      Self.prelude + """
        cat > /run/over.plist <<'END'
        { Name = Over;
          Interfaces = ( { Name = wlan0; Type = wifi; Profile = { Name = Narrow; Link = { Rate = "200 kbit/s"; Delay = "10 ms"; }; }; },
            { Name = wwan0; Type = cellular; Profile = LTE; } );
          Steps = ( { At = "4 s"; Interface = wlan0; Name = lost; State = noCarrier; } ); End = "23 s"; Monitors = (path); }
        END
        # over NAME SHORT LONG: the short command, the long one and the short one again; NAME.thrice has their statuses.
        over() {
          start "$1" "$L" harness --scenario /run/over.plist --output "/run/$1" --serve "$SERVE" --expect 'exit 0' -- sh -c "
            until curl -s -m 5 -o /dev/null http://203.0.113.1:8080/; do sleep 0.1; done
            $2; a=\\$?; $3; b=\\$?; $2; echo \\$a \\$b \\$? > /run/results/$1.thrice"
        }
        o=http://origin.test; export fetch
        over curl "curl -sf -m 10 -o /dev/null $o/bytes/1000" "curl -sf -m 9 -o /dev/null $o/bytes/200000"
        over ping 'ping -c 1 -W 5 origin.test' 'ping -i 0.5 -c 14 -W 2 origin.test'
        over wget "wget -q -T 5 -t 1 -O /dev/null $o/bytes/1000" "wget -q -T 3 -t 1 -O /dev/null $o/bytes/200000"
        # wget alone tries again by itself, from where it was or from the start.
        over wget-retry "wget -q -T 5 -t 1 -O /dev/null $o/bytes/1000" "wget -q -T 3 -t 3 -O /dev/null $o/bytes/200000"
        over urllib "python3 -c \\"\\$fetch\\" $o/bytes/1000 5" "python3 -c \\"\\$fetch\\" $o/bytes/200000 3"
        clone='git -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=3 clone -q'
        over git "$clone $o:8080/small.git \\$(mktemp -d)/r" "$clone $o:8080/big.git \\$(mktemp -d)/r"
        collect details; for f in /run/results/*.thrice; do echo "$(basename "$f") $(cat "$f")"; done
        """)
    let statuses = statuses(output)
    for name in ["curl", "ping", "wget", "wget-retry", "urllib", "git"] {
      #expect(statuses[name] == "0", "\(name): \(output)")
    }
    // 28 is curl's "operation timed out"; ping got some answers; 128 is git's for what is fatal.
    let thrice = statuses.filter { $0.key.hasSuffix(".thrice") }
    #expect(
      thrice == [
        "curl.thrice": "0 28 0", "ping.thrice": "0 0 0", "wget.thrice": "0 4 0", "wget-retry.thrice": "0 0 0",
        "urllib.thrice": "0 1 0", "git.thrice": "0 128 0",
      ], "\(output)")
  }
}
