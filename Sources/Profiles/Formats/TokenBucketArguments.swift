/// The arguments of tbf (tc-tbf(8)) or of a class of htb (tc-htb(8)): what of them says a rate and a queue.
struct TokenBucketArguments {
  private static let bucketOptions = [
    "limit", "latency", "burst", "buffer", "maxburst", "rate", "peakrate", "mtu", "minburst", "mpu", "overhead",
    "linklayer",
  ]
  private static let classOptions = [
    "rate", "ceil", "burst", "buffer", "maxburst", "cburst", "cbuffer", "cmaxburst", "prio", "quantum", "mtu", "mpu",
    "overhead", "linklayer",
  ]

  private(set) var rate: DataRate?
  private(set) var depth: Queue.Depth?
  private(set) var leftOut: [String] = []

  /// Reads all the words of a tbf, or of an htb class if `isClass`. `reader` takes note of what is wrong.
  init(_ words: TrafficControlWords, isClass: Bool, _ reader: inout FormatReader) {
    var words = words
    let known = isClass ? Self.classOptions : Self.bucketOptions
    var met: Set<String> = []
    while let word = words.next() {
      guard let option = TrafficControlWords.option(word, among: known) else {
        words.unknown(word, among: known, &reader)
        continue
      }
      if !met.insert(option).inserted, option == "rate" {
        words.fault(option, "there is a rate already; tc takes one.", &reader)
      }
      switch option {
      case "rate":
        let word = words.peek ?? ""
        if let bits = words.rate(option, &reader) {
          if bits == 0 { words.fault(option, "a rate of 0 is none, and tc asks for one.", &reader) }
          rate = reader.rate(bits, at: FormatValue(.string(word), path: "\(words.scope).rate", line: words.line))
        }
      case "limit":
        let bytes = words.value(option, "a size such as 3000 or 64kb", &reader, TrafficControlQuantity.size)
        if let bytes, let count = Int(exactly: bytes), count > 0 { depth = .bytes(count) }
      case "latency": if let time = words.time(option, &reader) { depth = .time(time) }
      case "linklayer": _ = words.next()
      case "ceil", "peakrate":
        _ = words.rate(option, &reader)
        leftOut.append(option)
      case "burst", "buffer", "maxburst", "cburst", "cbuffer", "cmaxburst", "mtu", "minburst":
        _ = words.value(option, "a size such as 1600 or 15kb", &reader) { text in
          TrafficControlQuantity.size(String(text.prefix { $0 != "/" }))
        }
        leftOut.append(option)
      default:
        _ = words.value(option, "a number", &reader, TrafficControlQuantity.size)
        if option == "overhead" || option == "mpu" { leftOut.append(option) }
      }
    }
    if !met.contains("rate") { words.fault("rate", "the rate is missing.", &reader) }
    guard !isClass else { return }
    if met.contains("peakrate"), met.isDisjoint(with: ["mtu", "minburst"]) {
      words.fault("peakrate", "tc asks for an mtu beside it.", &reader)
    }
    if met.isDisjoint(with: ["burst", "buffer", "maxburst"]) {
      words.fault("burst", "the burst is missing; tc asks for one.", &reader)
    }
    if met.isDisjoint(with: ["limit", "latency"]) {
      words.fault("limit", "tc asks for either a limit or a latency.", &reader)
    }
    if met.isSuperset(of: ["limit", "latency"]) {
      words.fault("latency", "latency stands beside limit; tc takes one of them.", &reader)
    }
  }
}
