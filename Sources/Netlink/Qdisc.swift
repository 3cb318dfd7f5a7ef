/// A queueing discipline and its settings.
public enum Qdisc: Hashable, Sendable, Codable {
  /// Delay, loss, rate and the rest of a bad link.
  case netem(Netem)
  /// Classes with rates; packets without a class go to `defaultClass`.
  case htb(defaultClass: UInt32)
  /// A token bucket.
  case tokenBucket(TokenBucket)
  /// Drops everything, silently for the sender.
  case blackhole
  /// Where filters for incoming packets hang.
  case ingress
  /// Where filters for incoming and for outgoing packets hang.
  case clsact
  /// A qdisc of any kind with its settings as the kernel dumped them, to put back what someone else had there.
  case other(kind: String, options: [UInt8])

  /// The kernel's name of it.
  public var kind: String {
    switch self {
    case .netem: "netem"
    case .htb: "htb"
    case .tokenBucket: "tbf"
    case .blackhole: "blackhole"
    case .ingress: "ingress"
    case .clsact: "clsact"
    case .other(let kind, _): kind
    }
  }
}
