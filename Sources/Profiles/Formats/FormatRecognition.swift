/// Tells formats apart by their content.
enum FormatRecognition {
  /// A file as far as every format of its kind shares the way it is read.
  enum Content {
    case list(PropertyListFile)
    case json(FormatValue)
    case text(String)
  }

  private static let lists: [ProfileFormat] = [.native, .nlc, .conditionInducer]
  private static let texts: [ProfileFormat] = [
    .webPageTest, .androidEmulator, .mahimahi, .nethang, .tc, .comcast, .charles,
  ]

  /// The content, read as the kind that `format` is of, or as the kind that it looks like; and the format by its content.
  static func document(
    _ bytes: [UInt8], file: String, as format: ProfileFormat? = nil
  ) throws(ProfileFaults) -> (content: Content, format: ProfileFormat?) {
    func refuse(_ message: String) -> ProfileFaults { ProfileFaults([ProfileFault(file: file, message: message)]) }
    guard bytes.count <= PropertyListFile.largest else {
      throw refuse("The file has \(bytes.count) bytes; at most 1 MiB (\(PropertyListFile.largest) bytes) is read.")
    }
    if bytes.starts(with: "bplist".utf8) { return try list(bytes, file) }
    if let zero = bytes.firstIndex(of: 0) { throw refuse("Byte \(zero) is NUL, so this is not text in UTF-8.") }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    guard let text = String(validating: body, as: UTF8.self) else { throw refuse("The text is not valid UTF-8.") }
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      throw refuse("The file is empty.")
    }
    switch format {
    case .some(let format) where lists.contains(format): return try list(bytes, file)
    case .some(let format) where texts.contains(format): return (.text(text), format)
    case .some(.json): return (.text(text), .json)
    case .some:
      let root = try JSONReader.read(body, file: file)
      return (.json(root), jsonFormat(of: root))
    case nil: break
    }
    if let textFormat = textFormat(of: text) { return (.text(text), textFormat) }
    if looksLikeJSON(body) {
      let root = try JSONReader.read(body, file: file)
      return (.json(root), jsonFormat(of: root))
    }
    if looksLikeList(body) { return try list(bytes, file) }
    return (.text(text), nil)
  }

  private static func list(
    _ bytes: [UInt8], _ file: String
  ) throws(ProfileFaults) -> (content: Content, format: ProfileFormat?) {
    let list = try PropertyListFile(bytes, file: file)
    return (.list(list), AppleProfileFile.format(of: FormatValue(list)) ?? .native)
  }

  /// Where nothing but spaces and comments is in front.
  private static func start(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      if rest.starts(with: "//".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return rest
      }
    }
  }

  /// A brace or bracket, and not the first key of a property list's dictionary.
  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.drop { $0 <= 0x20 }
    if rest.first == UInt8(ascii: "[") { return true }
    guard rest.first == UInt8(ascii: "{") else { return false }
    let inside = rest.dropFirst().drop { $0 <= 0x20 }
    guard inside.first == UInt8(ascii: "\"") else { return inside.first == UInt8(ascii: "}") }
    var key = inside.dropFirst()
    while let byte = key.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { _ = key.popFirst() }
    }
    return key.drop { $0 <= 0x20 }.first != UInt8(ascii: "=")
  }

  private static func looksLikeList(_ bytes: [UInt8]) -> Bool {
    let rest = start(bytes)
    if ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
    if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "(") { return true }
    // `key = value;` without braces is a dictionary too.
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return line[equals...].contains(UInt8(ascii: ";"))
  }

  /// The format of an object or a list of JSON by the keys of it and of what it holds; nil for none that is known.
  private static func jsonFormat(of root: FormatValue) -> ProfileFormat? {
    for depth in 0...4 {
      if let format = values(root, at: depth).lazy.compactMap(jsonFormat(ofObject:)).first { return format }
    }
    return nil
  }

  /// What is `depth` levels inside of a value.
  private static func values(_ value: FormatValue, at depth: Int) -> [FormatValue] {
    guard depth > 0 else { return [value] }
    return (value.members.map(\.value) + value.elements).flatMap { values($0, at: depth - 1) }
  }

  private static func jsonFormat(ofObject value: FormatValue) -> ProfileFormat? {
    guard value.isObject else { return nil }
    if BrowserReader.isLighthouse(value) { return .chromeDevTools }
    if BrowserReader.isConditions(value) {
      return value["id"]?.string != nil && value["download"] != nil ? .firefox : .chromeDevTools
    }
    if value["interface"]?.string != nil, value["packet_loss"] != nil || value["delay"] != nil { return .containerlab }
    if value["outgoing"]?.isObject == true || value["incoming"]?.isObject == true { return .tcconfig }
    if SitespeedReader.isProfile(value) || value["connectivity"]?["profile"]?.string != nil { return .sitespeed }
    if BrowserStackReader.isCapabilities(value) { return .browserStack }
    if FirebaseReader.isProfile(value) { return .firebase }
    if value["up"]?.isObject == true || value["down"]?.isObject == true { return .atc }
    if value["downlink"]?.isObject == true, value["uplink"]?.isObject == true { return .json }
    return nil
  }

  private static func textFormat(of text: String) -> ProfileFormat? {
    if CharlesReader.isConfiguration(text) { return .charles }
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.trimmingSpaces() }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix(";") }
    guard let first = lines.first(where: { _ in true }) else { return nil }
    if first.hasPrefix("["), first.hasSuffix("]"), first.dropFirst().dropLast().allSatisfy({ !"[]{}\"".contains($0) }) {
      return lines.dropFirst().first.map { $0.contains("=") } == true ? .webPageTest : nil
    }
    if lines.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }) {
      return .mahimahi
    }
    if first.hasPrefix("{") || first.hasPrefix("<") || first.hasPrefix("/*") || first.hasPrefix("//") { return nil }
    for line in lines {
      let words = line.split(whereSeparator: { " \t=".contains($0) }).map(String.init)
      guard let word = words.first else { continue }
      if words.contains(where: ComcastReader.isComcast) { return .comcast }
      if words.contains(where: { ["-netspeed", "-netdelay", "--netspeed", "--netdelay"].contains($0) })
        || word.hasPrefix("runtime.network.")
        || (word == "network" && ["speed", "delay"].contains(words.dropFirst().first))
      {
        return .androidEmulator
      }
      if word.hasPrefix("mm-") { return .mahimahi }
      if words.contains(where: { $0 == "tc" || $0.hasSuffix("/tc") }),
        words.contains("qdisc") || words.contains("class")
      {
        return .tc
      }
      // A file for `tc -batch`.
      if ["qdisc", "class"].contains(word), words.count > 1, ["add", "change", "replace"].contains(words[1]) {
        return .tc
      }
      if line == "models:" { return .nethang }
    }
    let words = first.split(separator: " ").map(String.init)
    if let word = words.first, word == "netem" || (words.count > 1 && NetemArguments.options.contains(word)) {
      return .tc
    }
    return nil
  }
}
