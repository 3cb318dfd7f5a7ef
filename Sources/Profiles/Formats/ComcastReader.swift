/// Reads command lines of comcast: milliseconds one way, kbit/s, percent, all of what an interface sends.
enum ComcastReader {
  private static let known = [
    "device", "latency", "target-bw", "default-bw", "packet-loss", "target-addr", "target-port", "target-proto",
    "dry-run", "stop", "mode", "version",
  ]

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    let commands = ShellCommands.split(text).filter { command in command.words.contains(where: isComcast) }
    for (words, line) in commands where !reader.isFull {
      guard let start = words.firstIndex(where: isComcast) else { continue }
      let name = commands.count == 1 ? reader.fileName : "\(reader.fileName) line \(line)"
      var profile = Profile(name: name)
      var rest = words[(start + 1)...]
      while let word = rest.popFirst() {
        guard word.hasPrefix("-") else {
          reader.fault(word, line: line, "is not an option of comcast's.")
          continue
        }
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1).map(String.init)
        let key = parts.first ?? ""
        let text =
          parts.count == 2 ? parts[1] : ["dry-run", "stop", "version"].contains(key) ? "" : rest.popFirst() ?? ""
        let isPercent = text.hasSuffix("%")
        let value = FormatValue(.string(isPercent ? String(text.dropLast()) : text), path: key, line: line)
        read(
          key, FormatValue(.object([FormatMember(key: key, value: value)]), path: key, line: line), &profile, &reader)
      }
      reader.assume(name, nil, "comcast conditions what an interface sends, the uplink, alone.")
      reader.add(profile)
    }
    return try reader.result(.comcast)
  }

  static func isComcast(_ word: String) -> Bool { word == "comcast" || word.hasSuffix("/comcast") }

  private static func read(
    _ key: String, _ object: FormatValue, _ profile: inout Profile, _ reader: inout FormatReader
  ) {
    switch key {
    case "latency":
      let delay = reader.milliseconds(object, key)
      profile.uplink.delay = delay
    case "target-bw": profile.uplink.rate = reader.rate(object, key, unit: 1_000)
    case "packet-loss": profile.uplink.loss = .independent(reader.percent(object, key))
    case "device", "dry-run", "stop", "version": break
    case _ where known.contains(key):
      reader.assume(profile.name, key, "left out: a profile is about all packets.")
    default:
      let nearest = Spelling.nearest(to: key, among: known, limit: 1).first
      reader.fault(
        object,
        nearest.map { "is not an option of comcast's; did you mean \($0)?" }
          ?? "is not one of comcast's options \(known.joined(separator: ", ")).")
    }
  }
}
