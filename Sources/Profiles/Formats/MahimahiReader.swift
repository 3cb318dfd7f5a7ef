/// Reads Mahimahi's traces, and its `mm-delay` and `mm-loss` commands.
enum MahimahiReader {
  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    if text.split(whereSeparator: \.isNewline).contains(where: { $0.trimmingSpaces().hasPrefix("mm-") }) {
      readCommands(text, &reader)
    } else {
      readTrace(text, &reader)
    }
    return try reader.result(.mahimahi)
  }

  /// One whole number of milliseconds a line, each a chance to send 1500 bytes.
  private static func readTrace(_ text: String, _ reader: inout FormatReader) {
    var moments: [UInt32] = []
    for (index, raw) in text.textLines.enumerated() where !reader.isFull {
      let line = raw.trimmingSpaces()
      if line.isEmpty { continue }
      guard let moment = UInt32(line), !line.hasPrefix("+") else {
        reader.fault(
          nil, line: index + 1,
          "\"\(QuantityFault.shown(line))\" was read, where a whole number of milliseconds is expected.")
        continue
      }
      if let last = moments.last, moment < last {
        reader.fault(nil, line: index + 1, "\(moment) comes after \(last); a trace is in ascending order.")
        continue
      }
      moments.append(moment)
    }
    let name = reader.fileName
    guard let trace = RateTrace(name: traceName(reader.file), opportunities: moments) else {
      if reader.faults.isEmpty { reader.fault(nil, "A trace ends above 0 ms, and this one does not.") }
      return
    }
    var profile = Profile(name: name)
    // Mahimahi's own traces are pairs of files that end in .up and .down.
    if reader.file.hasSuffix(".up") {
      profile.uplink.trace = trace
      reader.assume(name, nil, "the file ends in .up, so the trace is the uplink's; the downlink has no limit.")
    } else if reader.file.hasSuffix(".down") {
      profile.downlink.trace = trace
      reader.assume(name, nil, "the file ends in .down, so the trace is the downlink's; the uplink has no limit.")
    } else {
      (profile.downlink.trace, profile.uplink.trace) = (trace, trace)
      reader.assume(name, nil, "the trace is taken for both directions.")
    }
    reader.assume(name, nil, "mm-link's queue has no end unless told; 50 packets may wait here.")
    reader.add(profile)
  }

  /// The file as a native profile beside it names it.
  private static func traceName(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

  private static func readCommands(_ text: String, _ reader: inout FormatReader) {
    let name = reader.fileName
    var profile = Profile(name: name)
    for (words, line) in ShellCommands.split(text) where !reader.isFull {
      var rest = words[...]
      while let word = rest.popFirst() {
        let path = QuantityFault.shown(word)
        switch word {
        case "mm-delay":
          let value = FormatValue(.string(rest.popFirst() ?? ""), path: path, line: line)
          guard let number = value.decimal, !number.isNegative else {
            reader.fault(value, "\(value.shown) was read, where a number of milliseconds is expected.")
            continue
          }
          let delay = reader.duration(number.scaled(by: 1_000_000), at: value)
          profile.downlink.delay += delay
          profile.uplink.delay += delay
          if profile.uplink.delay > .longestDelay {
            reader.fault(value, "the delays add up to more than \(Duration.longestDelay.quantityText).")
          }
        case "mm-loss":
          readLoss(&rest, line, &profile, &reader)
        case "mm-link":
          reader.assume(name, path, "left out: import its traces as files of their own.")
          rest = []
        case "mm-onoff", "mm-intermittent":
          reader.assume(name, path, "left out: a profile does not change in time; a scenario does.")
          rest = rest.dropFirst(3)
        default:
          guard word.hasPrefix("mm-") else {
            if word != "--" { reader.assume(name, "line \(line)", "left out: \(path)") }
            continue
          }
          let known = ["mm-delay", "mm-loss", "mm-link", "mm-onoff", "mm-intermittent"]
          let nearest = Spelling.nearest(to: word, among: known, limit: 1).first
          reader.fault(
            path, line: line,
            nearest.map { "is not a command of Mahimahi's; did you mean \($0)?" }
              ?? "is not one of \(known.joined(separator: ", ")).")
        }
      }
    }
    reader.add(profile)
  }

  /// `uplink|downlink RATE`, with a rate from 0 to 1.
  private static func readLoss(
    _ rest: inout ArraySlice<String>, _ line: Int, _ profile: inout Profile, _ reader: inout FormatReader
  ) {
    let direction = rest.popFirst() ?? ""
    let text = rest.popFirst() ?? ""
    guard let number = DecimalNumber(text), !number.isNegative, let chance = Probability(fraction: number.double) else {
      reader.fault(
        "mm-loss", line: line, "\"\(QuantityFault.shown(text))\" was read, where a share from 0 to 1 is expected.")
      return
    }
    switch direction {
    case "uplink": profile.uplink.loss = .independent(chance)
    case "downlink": profile.downlink.loss = .independent(chance)
    default:
      reader.fault(
        "mm-loss", line: line, "\"\(QuantityFault.shown(direction))\" was read; allowed are uplink and downlink.")
    }
  }
}
