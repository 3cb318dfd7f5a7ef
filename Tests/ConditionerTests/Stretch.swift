/// The fragments of one IP packet as tcpdump saw them come.
struct Stretch: Sendable {
  private(set) var frames = 0
  private var first = 0.0
  private var last = 0.0
  /// Of all but the first, with 14 bytes of Ethernet each.
  private var bytes = 0

  /// In bits a second, from the end of the first frame to that of the last.
  var rate: Double { Double(bytes * 8) / (last - first) }

  /// All of them, told apart by the number in their header, in no order.
  ///
  /// - Parameter text: What `tcpdump -tt -v` writes: `1700000000.000001 eth0 In IP (tos 0x0, ttl 64, id 7, offset 1480,
  ///   flags [+], proto ICMP (1), length 1500)`, and a line with the addresses.
  static func all(in text: String) -> [Stretch] {
    var stretches: [String: Stretch] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { " ,()".contains($0) }).map(String.init)
      guard let time = words.first.flatMap(Double.init), let id = words.firstIndex(of: "id"),
        let length = words.lastIndex(of: "length"), length + 1 < words.count, let size = Int(words[length + 1])
      else { continue }
      stretches[words[id + 1], default: Stretch()].add(size + 14, at: time)
    }
    return Array(stretches.values)
  }

  private mutating func add(_ size: Int, at time: Double) {
    if frames == 0 { first = time } else { bytes += size }
    frames += 1
    last = time
  }
}
