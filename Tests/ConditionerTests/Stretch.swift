/// The fragments of one IP packet as tcpdump saw them come.
struct Stretch: Sendable {
  /// When each came, in seconds, and the bytes up to its end, with 14 of Ethernet for each.
  private var arrivals: [(time: Double, bytes: Double)] = []

  var frames: Int { arrivals.count }

  /// In bits a second.
  ///
  /// A frame can be late and never early, so the first one, for which a processor woke, may come later than those behind
  /// it, which would make the link look faster than it is. The rate is that of the line which no frame came before and from
  /// which all together are least late: the one through two frames, at either side of the middle, that were hardly late.
  var rate: Double? {
    let middle = arrivals.reduce(0) { $0 + $1.bytes } / Double(arrivals.count)
    for left in arrivals where left.bytes <= middle {
      for right in arrivals.reversed() where right.bytes > middle && right.time > left.time {
        let pace = (right.time - left.time) / (right.bytes - left.bytes)
        // tcpdump writes whole microseconds.
        let isBefore = arrivals.contains { $0.time < left.time + pace * ($0.bytes - left.bytes) - 1e-6 }
        if !isBefore { return 8 / pace }
      }
    }
    return nil
  }

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

  mutating func add(_ size: Int, at time: Double) {
    arrivals.append((time, (arrivals.last?.bytes ?? 0) + Double(size)))
  }
}
