/// A queueing discipline and its settings.
public enum Qdisc: Hashable, Sendable {
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

  /// The kernel's name of it.
  public var kind: String {
    switch self {
    case .netem: "netem"
    case .htb: "htb"
    case .tokenBucket: "tbf"
    case .blackhole: "blackhole"
    case .ingress: "ingress"
    }
  }
}
