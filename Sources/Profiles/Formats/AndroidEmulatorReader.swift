/// Reads what the Android emulator is told about its network: options, console commands, or lines of its `config.ini`.
enum AndroidEmulatorReader {
  /// bit/s up and down of the emulator's names; nil for no limit. Source: `emulator -help-netspeed`.
  private static let speeds: [String: (up: UInt64?, down: UInt64?)] = [
    "gsm": (14_400, 14_400), "hscsd": (14_400, 57_600), "gprs": (28_800, 57_600), "umts": (384_000, 384_000),
    "edge": (473_600, 473_600), "hsdpa": (5_760_000, 13_980_000), "lte": (58_000_000, 173_000_000),
    "evdo": (75_000_000, 280_000_000), "full": (nil, nil),
  ]
  /// Milliseconds at least and at most. Source: `emulator -help-netdelay`.
  private static let delays: [String: (least: UInt64, most: UInt64)] = [
    "gsm": (150, 550), "hscsd": (80, 400), "gprs": (35, 200), "umts": (35, 200), "edge": (80, 400), "hsdpa": (0, 0),
    "lte": (0, 0), "evdo": (0, 0), "none": (0, 0),
  ]

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    var speed: FormatValue?
    var delay: FormatValue?
    for (words, line) in ShellCommands.split(text.split(separator: "=").joined(separator: " ")) where !reader.isFull {
      var rest = words[...]
      var isUnderstood = false
      while let word = rest.popFirst() {
        let key = word.lowercased().split(separator: "-").joined(separator: "-")
        switch (key, rest.first?.lowercased()) {
        case ("network", "speed"), ("network", "delay"):
          let value = FormatValue(
            .string(rest.dropFirst().first ?? ""), path: "network \(rest.first ?? "")", line: line)
          if rest.first == "speed" { set(&speed, value, &reader) } else { set(&delay, value, &reader) }
          rest = rest.dropFirst(2)
          isUnderstood = true
        case ("netspeed", _), ("runtime.network.speed", _):
          set(&speed, FormatValue(.string(rest.popFirst() ?? ""), path: word, line: line), &reader)
          isUnderstood = true
        case ("netdelay", _), ("runtime.network.latency", _):
          set(&delay, FormatValue(.string(rest.popFirst() ?? ""), path: word, line: line), &reader)
          isUnderstood = true
        default: break
        }
      }
      if !isUnderstood {
        reader.assume(reader.fileName, "line \(line)", "left out: it is not about the network.")
      }
    }
    if speed == nil, delay == nil {
      reader.fault(nil, "neither a speed nor a delay is in it; \"-netspeed edge -netdelay edge\" is expected.")
    }
    var profile = Profile(name: reader.fileName)
    if let speed { readSpeed(speed, &profile, &reader) }
    if let delay { readDelay(delay, &profile, &reader) }
    reader.add(profile)
    return try reader.result(.androidEmulator)
  }

  private static func set(_ place: inout FormatValue?, _ value: FormatValue, _ reader: inout FormatReader) {
    if place != nil { reader.fault(value, "is given twice; once is allowed.") }
    place = value
  }

  private static func readSpeed(_ value: FormatValue, _ profile: inout Profile, _ reader: inout FormatReader) {
    let text = value.string ?? ""
    if let named = speeds[text.lowercased()] {
      profile.uplink.rate = named.up.map { DataRate(bitsPerSecond: $0) }
      profile.downlink.rate = named.down.map { DataRate(bitsPerSecond: $0) }
      reader.assume(profile.name, value.path, "the numbers of newer emulators for \"\(text)\" are taken.")
      return
    }
    guard let (up, down) = pair(text) else {
      reader.refuse(value, among: speeds.keys.sorted(), or: "a number of kbit/s, or two as up:down")
      return
    }
    profile.uplink.rate = reader.rate(
      up.scaled(by: 1_000), at: FormatValue(.string("\(up)"), path: value.path, line: value.line))
    profile.downlink.rate = reader.rate(
      down.scaled(by: 1_000), at: FormatValue(.string("\(down)"), path: value.path, line: value.line))
  }

  /// A delay between two bounds, taken for a round trip: each direction gets half of it, as a middle and a jitter.
  private static func readDelay(_ value: FormatValue, _ profile: inout Profile, _ reader: inout FormatReader) {
    let text = value.string ?? ""
    let bounds: (least: DecimalNumber, most: DecimalNumber)
    if let named = delays[text.lowercased()] {
      bounds = (DecimalNumber(named.least), DecimalNumber(named.most))
    } else if let (least, most) = pair(text) {
      bounds = (least, most)
    } else {
      reader.refuse(value, among: delays.keys.sorted(), or: "a number of milliseconds, or two as min:max")
      return
    }
    let least = reader.duration(bounds.least.scaled(by: 1_000_000), at: value).wholeNanoseconds
    let most = reader.duration(bounds.most.scaled(by: 1_000_000), at: value).wholeNanoseconds
    guard least <= most else {
      reader.fault(value, "\(value.shown) was read; the least delay is above the most.")
      return
    }
    for direction in [\Profile.downlink, \Profile.uplink] {
      profile[keyPath: direction].delay = .nanoseconds((least + most) / 4)
      if most > least { profile[keyPath: direction].jitter = Jitter(deviation: .nanoseconds((most - least) / 4)) }
    }
    if most > 0 {
      reader.assume(
        profile.name, value.path,
        "the emulator does not say which direction it delays; a round trip is taken, of which each gets half.")
    }
  }

  private static func pair(_ text: String) -> (DecimalNumber, DecimalNumber)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { DecimalNumber($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], !first.isNegative,
      !last.isNegative
    else { return nil }
    return (first, last)
  }
}
