/// An address with the length of its network part, such as `192.0.2.2/24`.
public struct IPPrefix: Hashable, Sendable, LosslessStringConvertible {
  /// The address, host part included.
  public let address: IPAddress
  /// The length of the network part in bits.
  public let length: UInt8

  /// A prefix; nil if the length is too large for the family.
  public init?(_ address: IPAddress, length: UInt8) {
    guard Int(length) <= address.bytes.count * 8 else { return nil }
    self.address = address
    self.length = length
  }

  /// Reads `192.0.2.2/24`.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPAddress(String(parts[0])), let length = UInt8(parts[1]),
      String(length) == parts[1]
    else { return nil }
    self.init(address, length: length)
  }

  /// The prefix without its host part: `192.0.2.0/24`.
  public var network: IPPrefix {
    var bytes = address.bytes
    for index in bytes.indices {
      let kept = min(8, max(0, Int(length) - 8 * index))
      bytes[index] &= kept == 0 ? 0 : UInt8(truncatingIfNeeded: 0xff << (8 - kept))
    }
    return IPAddress(bytes: bytes).flatMap { IPPrefix($0, length: length) } ?? self
  }

  /// The prefix as text.
  public var description: String { "\(address)/\(length)" }
}
