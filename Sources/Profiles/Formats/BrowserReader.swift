/// Reads throttling of browsers: Chrome's DevTools and protocol, Puppeteer, Lighthouse and Firefox. Bytes a second, and a
/// latency of each request in milliseconds.
enum BrowserReader {
  /// A profile of DevTools: what it is throttled to within the browser, and the link that this stands for.
  private struct Preset {
    /// Bytes a second and milliseconds, as DevTools and Puppeteer have them.
    let download, upload, latency: String
    /// kbit/s and milliseconds of the link.
    let down, up: UInt64
    let roundTrip: Int64
  }

  /// Source: Puppeteer, `PredefinedNetworkConditions.ts`; DevTools, `NetworkManager.ts`. A request meets more round trips
  /// than one, so DevTools multiplies the latency and lessens the rates.
  private static let presets = [
    Preset(download: "50000", upload: "50000", latency: "2000", down: 500, up: 500, roundTrip: 400),
    Preset(download: "180000", upload: "84375", latency: "562.5", down: 1600, up: 750, roundTrip: 150),
    Preset(download: "1012500", upload: "168750", latency: "165", down: 9000, up: 1500, roundTrip: 60),
  ]

  private static let downloadKeys = ["downloadThroughput", "download", "download_throughput"]
  private static let uploadKeys = ["uploadThroughput", "upload", "upload_throughput"]
  private static let nameKeys = ["title", "id", "name"]

  /// Whether an object is conditions of the kind that DevTools and Firefox share.
  static func isConditions(_ value: FormatValue) -> Bool {
    (key(downloadKeys, of: value) != nil && key(uploadKeys, of: value) != nil)
      || (value["offline"] != nil && value["latency"] != nil)
  }

  /// Whether an object is Lighthouse's `throttling`.
  static func isLighthouse(_ value: FormatValue) -> Bool { value["rttMs"] != nil && value["throughputKbps"] != nil }

  static func read(
    _ root: FormatValue, file: String, as format: ProfileFormat
  ) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    if let throttling = lighthouse(in: root) {
      readLighthouse(throttling, &reader)
    } else if isConditions(root) {
      readConditions(root, called: name(of: root, or: reader.fileName, &reader), format, &reader)
    } else if let parameters = root["params"], isConditions(parameters) {
      // A message of Chrome's protocol.
      readConditions(parameters, called: reader.fileName, format, &reader)
    } else {
      for element in root.elements where !reader.isFull {
        readConditions(element, called: name(of: element, or: reader.fileName, &reader), format, &reader)
      }
      for (key, value) in root.members where !reader.isFull {
        readConditions(value, called: reader.name(key), format, &reader)
      }
    }
    return try reader.result(format)
  }

  private static func key(_ keys: [String], of value: FormatValue) -> String? { keys.first { value[$0] != nil } }

  private static func name(of value: FormatValue, or fallback: String, _ reader: inout FormatReader) -> String {
    guard let key = key(nameKeys, of: value), let text = reader.text(value, key) else { return fallback }
    return reader.name(text)
  }

  private static func readConditions(
    _ value: FormatValue, called name: String, _ format: ProfileFormat, _ reader: inout FormatReader
  ) {
    guard isConditions(value) else {
      reader.fault(value, "\(value.shown) was read, where an object with download, upload and latency is expected.")
      return
    }
    let webRTC = "it is about WebRTC alone."
    reader.checkKeys(
      value, of: name, known: downloadKeys + uploadKeys + nameKeys + ["latency", "offline"],
      ignored: [
        "packetLoss": webRTC, "packetQueueLength": webRTC, "packetReordering": webRTC,
        "connectionType": "pages are told it; it conditions nothing.",
        "targetLatency": "it is what latency was made of.", "i18nTitleKey": "it is a key of a text.",
        "description": "it is a text.",
      ])
    var profile = Profile(name: name)
    if reader.boolean(value, "offline") == true {
      profile.linkState = .down
      reader.assume(name, "offline", "is taken for an interface that is down.")
      reader.add(profile, at: value)
      return
    }
    if isOfflinePreset(value, name) {
      profile.linkState = .down
      reader.assume(name, nil, "by its name, with rates of 0, it is taken for an interface that is down.")
      reader.add(profile, at: value)
      return
    }
    let down = throughput(value, downloadKeys, name, &reader)
    let up = throughput(value, uploadKeys, name, &reader)
    let latency = reader.number(value, "latency") ?? .zero
    if format == .chromeDevTools, let preset = preset(value, latency) {
      let halves = FormatReader.halves(of: .milliseconds(preset.roundTrip))
      profile.downlink = LinkConditions(rate: .kilobits(preset.down), delay: halves.down)
      profile.uplink = LinkConditions(rate: .kilobits(preset.up), delay: halves.up)
      reader.assume(
        name, nil,
        "a preset of DevTools, which throttles requests; the link that it stands for is taken: \(preset.down) kbit/s "
          + "down, \(preset.up) kbit/s up, a round trip of \(preset.roundTrip) ms.")
    } else {
      let halves = FormatReader.halves(of: reader.milliseconds(value, "latency"))
      profile.downlink = LinkConditions(rate: down, delay: halves.down)
      profile.uplink = LinkConditions(rate: up, delay: halves.up)
      if halves.down != .zero {
        reader.assume(
          name, "latency", "a delay of each request, taken for a round trip, of which each direction gets half.")
      }
      if format == .firefox, down != nil || up != nil {
        reader.assume(name, nil, "Firefox counts 1024 bit as a kilobit; its bytes a second are taken as they are.")
      }
    }
    reader.add(profile, at: value)
  }

  /// Whether it is the entry that DevTools and Firefox have for no network, which says so by its name alone.
  private static func isOfflinePreset(_ value: FormatValue, _ name: String) -> Bool {
    let rates = [downloadKeys, uploadKeys].map { keys in key(keys, of: value).flatMap { value[$0]?.decimal } }
    return value["offline"] == nil && ProfileStore.normalized(name) == "offline" && rates == [.zero, .zero]
  }

  /// A rate in bytes a second; -1 and 0 switch throttling off.
  private static func throughput(
    _ value: FormatValue, _ keys: [String], _ name: String, _ reader: inout FormatReader
  ) -> DataRate? {
    guard let key = key(keys, of: value), let number = reader.number(value, key, allowsNegative: true) else {
      return nil
    }
    if number.isNegative || number == .zero {
      if number.isNegative, number != DecimalNumber("-1") {
        reader.fault(value[key] ?? value, "\(number) was read; allowed are -1, which is no limit, and 0 or more.")
      }
      return nil
    }
    return reader.rate(number.scaled(by: 8), at: value[key] ?? value)
  }

  private static func preset(_ value: FormatValue, _ latency: DecimalNumber) -> Preset? {
    let download = key(downloadKeys, of: value).flatMap { value[$0]?.decimal }
    let upload = key(uploadKeys, of: value).flatMap { value[$0]?.decimal }
    return presets.first {
      DecimalNumber($0.download) == download && DecimalNumber($0.upload) == upload
        && DecimalNumber($0.latency) == latency
    }
  }

  private static func lighthouse(in root: FormatValue) -> FormatValue? {
    [root, root["throttling"], root["settings"]?["throttling"], root["configSettings"]?["throttling"]]
      .compactMap { $0 }.first(where: isLighthouse)
  }

  /// Lighthouse's numbers: the link as it is simulated, and what DevTools is told for the same link.
  private static func readLighthouse(_ value: FormatValue, _ reader: inout FormatReader) {
    let name = reader.fileName
    reader.checkKeys(
      value, of: name,
      known: ["rttMs", "throughputKbps", "requestLatencyMs", "downloadThroughputKbps", "uploadThroughputKbps"],
      ignored: ["cpuSlowdownMultiplier": "it is about the processor."])
    let halves = FormatReader.halves(of: reader.milliseconds(value, "rttMs"))
    var profile = Profile(name: name)
    profile.downlink = LinkConditions(rate: reader.rate(value, "throughputKbps", unit: 1_000), delay: halves.down)
    profile.uplink.delay = halves.up
    reader.assume(name, "rttMs", "a round trip, of which each direction gets half.")
    if let upload = reader.number(value, "uploadThroughputKbps"), upload != .zero {
      // DevTools is told nine tenths of the link's rate.
      let bits = upload.scaled(by: 10_000).map { ($0 + 4) / 9 }
      profile.uplink.rate = reader.rate(bits, at: value["uploadThroughputKbps"] ?? value)
      reader.assume(name, "uploadThroughputKbps", "nine tenths of the link's rate, which is taken.")
    } else {
      profile.uplink.rate = profile.downlink.rate
      reader.assume(name, "throughputKbps", "is taken for both directions.")
    }
    reader.add(profile, at: value)
  }
}
