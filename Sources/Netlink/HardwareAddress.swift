/// The address of an interface on its link, such as `02:00:00:00:00:01`.
public struct HardwareAddress: Hashable, Sendable, LosslessStringConvertible {
  /// Six bytes for Ethernet.
  public let bytes: [UInt8]

  /// An address of any length, as interfaces that are not Ethernet have.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads six bytes in hexadecimal, with colons.
  public init?(_ description: String) {
    let bytes = description.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.count <= 2 && $0.allSatisfy(\.isHexDigit) ? UInt8($0, radix: 16) : nil
    }
    guard bytes.count == 6, !bytes.contains(nil) else { return nil }
    self.bytes = bytes.compactMap(\.self)
  }

  /// The address as text.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
  }
}
