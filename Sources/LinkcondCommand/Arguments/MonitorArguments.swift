import PathEngine
import Profiles

/// The arguments of `linkcond monitor`.
struct MonitorArguments: Hashable, Sendable {
  /// What was written behind `--namespace`; nil for the namespace of the tool.
  var namespace: String?
  /// A host whose reachability flags are followed; nil for none.
  var host: String?
  /// What is probed; nil for nothing.
  var probe: ProbeAddress?
  /// The one interface that counts; nil for all.
  var interface: String?
  /// How long; nil until a signal.
  var duration: Duration?
  /// Whether to print JSON lines.
  var isJSON: Bool

  private static let host = ValueOption<String>(
    "host", value: "name", help: "Tell the reachability flags of this host too: a name or an address."
  ) { text throws(ValueFault) in
    guard ReachabilityTarget(host: text) != nil else {
      throw .because("it is no host's name or address; leave out scheme, port and path")
    }
    return text
  }

  private static let probe = ValueOption<ProbeAddress>(
    "probe", value: "url",
    help: """
      Ask this over the network again and again, and tell whether it answers: http://HOST[:PORT][/PATH], tcp://HOST:PORT, \
      icmp://HOST, udp://HOST[:PORT] (echo service) or dns://SERVER/NAME. Of HTTP a path that ends with 204, or none, has to \
      answer with status 204, another with 200; redirects count as a captive portal's.
      """
  ) { text throws(ValueFault) in try ProbeAddress(text) }

  private static let interface = ValueOption<String>(
    "interface", value: "device", help: "Only what this interface can carry, and probe by it whatever the routes say.")

  private static let duration = ValueOption<Duration>("for", help: "End after this time.", fallback: nil)

  private static let namespace = ValueOption<String>(
    "namespace", value: "namespace",
    help: "Another network namespace: a name as 'ip netns' knows it, a path, or a process number.")

  private static let json = Flag("json", help: "Print a JSON object a line.")

  static let description = CommandDescription(
    "monitor", abstract: "Print the status transitions of this machine's network as they happen.",
    discussion: """
      Each line has the time, the monitor, its old and its new status, and the evidence. It needs no privilege, but for \
      another namespace, and ends well on SIGINT and SIGTERM.
      """,
    options: [
      namespace.description, host.description, probe.description, interface.description, duration.description,
      json.description,
    ])
}

extension MonitorArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    namespace = try parsed.value(Self.namespace)
    host = try parsed.value(Self.host)
    probe = try parsed.value(Self.probe)
    interface = try parsed.value(Self.interface)
    duration = try parsed.value(Self.duration)
    isJSON = parsed.has(Self.json)
  }
}
