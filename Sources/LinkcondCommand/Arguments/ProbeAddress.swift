import ReachabilityKit

/// What `--probe` takes: how to ask whom.
struct ProbeAddress: Hashable, Sendable {
  /// What to ask with.
  let kind: ProbeKind
  /// A name or an IP address.
  let host: String
  /// The port.
  let port: UInt16
  /// Of HTTP the path with its query, of DNS the name that is asked for; else empty.
  let path: String

  private static let ports: [(scheme: String, kind: ProbeKind, port: UInt16?)] = [
    ("http", .http, 80), ("tcp", .tcp, nil), ("icmp", .icmpEcho, 0), ("udp", .udpEcho, 7), ("dns", .dns, 53),
  ]

  /// Reads it.
  init(_ text: String) throws(ValueFault) {
    let schemes = Self.ports.map { "\($0.scheme)://" }
    guard let index = schemes.firstIndex(where: { text.lowercased().hasPrefix($0) }) else {
      throw .because(
        text.lowercased().hasPrefix("https:")
          ? "what a captive portal does can't be seen through TLS; give an http:// or tcp:// URL"
          : "it begins with none of \(schemes.joined(separator: ", "))")
    }
    let (scheme, kind, usual) = Self.ports[index]
    self.kind = kind
    let rest = text.dropFirst(schemes[index].count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    var tail = String(rest.dropFirst(authority.count))
    let (host, port) = try Self.split(authority)
    self.host = host
    guard let port = port ?? usual else { throw .because("it names no port, as \(scheme)://HOST:PORT does") }
    guard kind == .icmpEcho ? port == 0 : port != 0 else {
      throw .because(kind == .icmpEcho ? "ICMP has no ports" : "0 is no port")
    }
    self.port = port
    switch kind {
    case .http:
      tail = String(tail.prefix { $0 != "#" })
      guard tail.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw .because("its path has characters that a URL writes with %")
      }
      path = tail.isEmpty || tail == "/" ? "/generate_204" : tail.hasPrefix("/") ? tail : "/\(tail)"
    case .dns:
      path = String(tail.dropFirst())
      guard !path.isEmpty else { throw .because("it names nothing to ask for, as dns://SERVER/NAME does") }
    default:
      guard tail.isEmpty || tail == "/" else { throw .because("\(scheme) has no path") }
      path = ""
    }
  }

  /// `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`.
  private static func split(_ authority: Substring) throws(ValueFault) -> (host: String, port: UInt16?) {
    var host = authority
    var port = Substring()
    if authority.hasPrefix("["), let end = authority.lastIndex(of: "]") {
      host = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      port = authority[colon...]
    }
    guard !authority.contains("@") else { throw .because("it names a user; leave out what stands in front of '@'") }
    let isName = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard !host.isEmpty, isName, host.utf8.first != UInt8(ascii: "["), authority.hasPrefix("[") || !host.contains(":")
    else {
      throw .because("it names no host; an IPv6 address is written in brackets")
    }
    guard !port.isEmpty else { return (String(host), nil) }
    guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()) else {
      throw .because("'\(port)' is no port")
    }
    return (String(host), number)
  }

  /// The probe of the host's addresses.
  func configuration(addresses: [String], interface: String?) -> ProbeConfiguration {
    var result = ProbeConfiguration(targets: addresses, name: host, probesHTTP: kind == .http)
    result.targetRule = .any
    result.interface = interface
    result.decidingKinds = [kind]
    result.echo = kind == .icmpEcho ? .icmp : kind == .udpEcho ? .udp : .off
    switch kind {
    case .http:
      result.httpPort = port
      result.http = HTTPExpectation(path: path, answer: path.hasSuffix("204") ? .noContent : .body(containing: ""))
    case .tcp: result.tcpPort = port
    case .udpEcho: result.echoPort = port
    case .dns:
      result.dnsServer = addresses.first
      result.dnsPort = port
      result.name = path
      result.targets = []
    case .icmpEcho: break
    }
    return result
  }
}
