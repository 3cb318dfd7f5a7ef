extension Queue.Depth {
  /// The frame that a queue in bytes must hold: 1500 bytes of IP and the Ethernet header of 14.
  static let fullFrame = 1_514

  /// Reads a depth with its unit: `50 packets`, `64 kB`, `200 ms`.
  ///
  /// At least a packet, a full-size frame of 1514 bytes or some time; at most a million packets, 1000 MB or 60 min. `KiB` and
  /// `MiB` are accepted too.
  ///
  /// - Throws: ``QuantityFault`` for a missing or unknown unit, no number, and what is out of range.
  public init(quantity text: String) throws(QuantityFault) {
    let unit = Quantity.unit(of: text)
    let units = "write a number of packets, a size or a time, such as \"50 packets\", \"64 kB\" or \"200 ms\""
    if Quantity.packets.has(unit: unit) {
      let count = try Quantity.packets.parse(text)
      guard (1...1_000_000).contains(count) else {
        throw QuantityFault(text, reason: "is out of range; a queue holds 1 to 1000000 packets")
      }
      self = .packets(Int(count))
    } else if Quantity.duration.has(unit: unit) {
      let time = try Duration(quantity: text)
      guard time > .zero, time <= .longestDelay else {
        throw QuantityFault(
          text, reason: "is out of range; a queue is longer than 0 s and at most \(Duration.longestDelay.quantityText)")
      }
      self = .time(time)
    } else if Quantity.size.has(unit: unit) || Quantity.size.refusals[unit] != nil {
      let count = try Quantity.size.parse(text)
      guard count >= UInt64(Self.fullFrame) else {
        throw QuantityFault(text, reason: "does not hold even one full-size frame of \(Self.fullFrame) bytes")
      }
      guard count <= 1_000_000_000 else { throw QuantityFault(text, reason: "is more than 1000 MB") }
      self = .bytes(Int(count))
    } else {
      throw QuantityFault(
        text,
        reason: unit.isEmpty
          ? "has no unit; \(units)" : "has the unknown unit \"\(QuantityFault.shown(unit))\"; \(units)"
      )
    }
  }

  /// The depth with its unit: `50 packets`. Reading it gives the depth again.
  public var quantityText: String {
    switch self {
    case .packets(let count): Quantity.packets.text(UInt64(max(0, count)))
    case .bytes(let count): Quantity.size.text(UInt64(max(0, count)))
    case .time(let time): time.quantityText
    }
  }
}
