public import Netlink

/// A kernel event with the time at which it was read and what it changed.
public struct TimedEvent: Hashable, Sendable {
  /// What kind of object it is about; the record's event types follow it.
  public enum Object: String, Hashable, Sendable {
    /// An interface.
    case link
    /// An address.
    case address
    /// A route.
    case route
    /// Something else, such as an overrun.
    case other
  }

  /// Nanoseconds of CLOCK_MONOTONIC.
  public let time: Int64
  /// The event.
  public let event: NetlinkEvent
  /// Which object, such as `wlan0` or `default via 192.0.2.1`.
  public let what: String
  /// Its state before, as far as it was known.
  public let before: String?
  /// Its state now; nil if it is gone.
  public let after: String?

  /// What kind of object it is about.
  public var object: Object {
    switch event {
    case .linkChanged, .linkRemoved: .link
    case .addressChanged, .addressRemoved: .address
    case .routeChanged, .routeRemoved: .route
    default: .other
    }
  }
}
