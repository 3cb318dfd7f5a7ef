/// Makes profiles of `tc` command lines, or of the arguments of netem alone.
///
/// What leaves an interface is its uplink; what an ifb device sends that its traffic is redirected to is its downlink.
struct TrafficControlReader {
  private var reader: FormatReader
  private var devices: [TrafficControlDevice] = []
  private var indices: [String: Int] = [:]
  private var bare: (conditions: NetemArguments, line: Int)?
  /// Commands that are expected beside tc's and say nothing about conditions.
  private static let companions = [
    "ip", "modprobe", "ethtool", "sysctl", "set", "export", "echo", "sleep", "exit", "true", ":",
  ]
  /// Words of a shell that choose or repeat commands.
  private static let control = [
    "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "function", "[", "[[",
    "test",
  ]

  private init(file: String) { reader = FormatReader(file: file) }

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = TrafficControlReader(file: file)
    for (words, line) in ShellCommands.split(text) where !reader.reader.isFull { reader.read(words, line) }
    reader.finish()
    return try reader.reader.result(.tc)
  }

  private mutating func read(_ words: [String], _ line: Int) {
    let assignments = words.prefix(while: Self.isAssignment)
    if assignments.count == words.count {
      let shown = QuantityFault.shown(words.joined(separator: " "))
      reader.assume(reader.fileName, "line \(line)", "left out: \(shown); variables are not expanded.")
      return
    }
    var words = words[assignments.count...]
    while let first = words.first {
      if first == "sudo" || first == "exec" || first == "command" {
        words.removeFirst()
        while let option = words.first, option.hasPrefix("-") { words = words.dropFirst(option == "-u" ? 2 : 1) }
      } else if Array(words.prefix(3)) == ["ip", "netns", "exec"] {
        words = words.dropFirst(4)
      } else {
        break
      }
    }
    guard let first = words.first else { return }
    if first == "tc" || first.hasSuffix("/tc") {
      words.removeFirst()
      readObject(words, line)
    } else if first == "netem" || NetemArguments.options.contains(first) {
      if first == "netem" { words.removeFirst() }
      if bare != nil {
        reader.fault("netem", line: line, "there are arguments of netem already; a profile has one list of them.")
      }
      bare = (NetemArguments(TrafficControlWords(words, scope: "netem", line: line), &reader), line)
    } else if ["qdisc", "class", "filter"].contains(first) {
      // As in a file for `tc -batch`.
      readObject(words, line)
    } else if Self.companions.contains(first) {
      let shown = QuantityFault.shown(words.joined(separator: " "))
      if !["ip", "modprobe", "true", ":"].contains(first) {
        reader.assume(reader.fileName, "line \(line)", "left out: \(shown)")
      }
    } else if Self.control.contains(first) {
      reader.fault(
        nil, line: line, "\"\(first)\" makes what is run depend on something; write the commands of one case alone.")
    } else {
      let message = "\"\(QuantityFault.shown(first))\" is neither tc nor an option of netem"
      let nearest = Spelling.nearest(to: first, among: ["tc"] + NetemArguments.options, limit: 1).first
      reader.fault(nil, line: line, message + (nearest.map { "; did you mean \($0)?" } ?? "."))
    }
  }

  /// `NAME=value`, as it stands in front of a command or alone.
  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
    let name = word[..<equals]
    return !NetemArguments.options.contains(String(name)) && name.first?.isNumber == false
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      }
  }

  /// `qdisc …`, `class …` or `filter …`.
  private mutating func readObject(_ words: ArraySlice<String>, _ line: Int) {
    var words = words
    while let option = words.first, option.hasPrefix("-") {
      words = words.dropFirst(["-n", "-netns", "-cf", "-conf", "-b", "-batch"].contains(option) ? 2 : 1)
    }
    guard let object = words.popFirst() else {
      reader.fault("tc", line: line, "says nothing to do.")
      return
    }
    guard let verb = words.popFirst() else {
      reader.fault("tc \(QuantityFault.shown(object))", line: line, "says nothing to do.")
      return
    }
    switch (object, verb) {
    case (_, "show"), (_, "list"), (_, "ls"), ("monitor", _): return
    case ("qdisc", "add"), ("qdisc", "change"), ("qdisc", "replace"), ("qdisc", "link"), ("qdisc", "del"),
      ("qdisc", "delete"):
      readDiscipline(verb, words, line)
    case ("class", "add"), ("class", "change"), ("class", "replace"): readClass(words, line)
    case ("class", "del"), ("class", "delete"), ("filter", "del"), ("filter", "delete"): return
    case ("filter", "add"), ("filter", "change"), ("filter", "replace"): readFilter(words, line)
    case ("qdisc", _), ("class", _), ("filter", _):
      let verbs = ["add", "change", "replace", "del", "show"]
      let nearest = Spelling.nearest(to: verb, among: verbs, limit: 1).first
      reader.fault(
        "tc \(object)", line: line,
        "\"\(QuantityFault.shown(verb))\" was read; "
          + (nearest.map { "did you mean \($0)?" } ?? "allowed are \(verbs.joined(separator: ", "))."))
    default:
      reader.fault(
        "tc", line: line, "\"\(QuantityFault.shown(object))\" was read; allowed are qdisc, class and filter.")
    }
  }

  private struct Place {
    var device: String?
    var parent = ""
    var handle: String?
    var classID: String?
    var kind: String?
    var rest: ArraySlice<String> = []
  }

  /// The words in front of the kind: where it hangs.
  private func place(_ words: ArraySlice<String>) -> Place {
    var place = Place()
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "dev": place.device = words.popFirst()
      case "root": place.parent = "root"
      case "parent": place.parent = words.popFirst().map(TrafficControlDevice.normalized) ?? ""
      case "handle": place.handle = words.popFirst().map(TrafficControlDevice.normalized)
      case "classid": place.classID = words.popFirst().map(TrafficControlDevice.normalized)
      // These come before the kind too, and say nothing about packets.
      case "estimator": words = words.dropFirst(2)
      case "ingress_block", "egress_block": words = words.dropFirst()
      default:
        place.kind = word
        place.rest = words
        return place
      }
    }
    return place
  }

  private mutating func readDiscipline(_ verb: String, _ words: ArraySlice<String>, _ line: Int) {
    var place = place(words)
    guard let name = place.device else {
      reader.fault("tc qdisc", line: line, "names no device; \"dev eth0\" is expected.")
      return
    }
    if place.kind == "ingress" || place.kind == "clsact" || place.parent == "ffff:fff1" { place.parent = "ingress" }
    let index = device(name)
    if verb == "del" || verb == "delete" {
      devices[index].remove(at: place.parent.isEmpty ? "root" : place.parent)
      return
    }
    guard let kind = place.kind else {
      reader.fault("tc qdisc", line: line, "names no kind; netem, tbf or htb is expected.")
      return
    }
    var discipline = TrafficControlDevice.Discipline(
      kind: kind, handle: place.handle, parent: place.parent, line: line)
    let arguments = TrafficControlWords(place.rest, scope: kind, line: line)
    switch kind {
    case "netem": discipline.netem = NetemArguments(arguments, &reader)
    case "tbf": discipline.bucket = TokenBucketArguments(arguments, isClass: false, &reader)
    case "htb": discipline.defaultClass = readHTB(arguments, &reader)
    case "ingress", "clsact": break
    default:
      let known = ["netem", "tbf", "htb", "ingress"]
      if let nearest = Spelling.nearest(to: kind, among: known, limit: 1).first, nearest != "htb" || kind.count == 3,
        !Self.otherKinds.contains(kind)
      {
        reader.fault("tc qdisc", line: line, "\"\(QuantityFault.shown(kind))\" was read; did you mean \(nearest)?")
      } else {
        reader.assume(name, kind, "left out: of queueing disciplines only netem, tbf and htb are read.")
      }
    }
    if !devices[index].put(discipline, isNew: verb == "add") {
      reader.fault(
        "tc qdisc", line: line, "there is one at that place already, which add does not replace; replace and change do."
      )
    }
  }

  private static let otherKinds = [
    "pfifo", "bfifo", "pfifo_fast", "fq", "fq_codel", "codel", "cake", "sfq", "prio", "red", "hfsc", "drr", "mq",
    "noqueue", "pie", "fq_pie", "tbf", "etf", "taprio", "mqprio", "plug", "blackhole", "qfq", "choke", "sfb", "ets",
  ]

  /// The number of htb's default class.
  private func readHTB(_ arguments: TrafficControlWords, _ reader: inout FormatReader) -> String? {
    let known = ["default", "r2q", "direct_qlen", "offload"]
    var words = arguments
    var defaultClass: String?
    while let word = words.next() {
      switch TrafficControlWords.option(word, among: known) {
      case "default": defaultClass = words.next()
      case "offload": break
      case nil: words.unknown(word, among: known, &reader)
      default: _ = words.next()
      }
    }
    return defaultClass
  }

  private mutating func readClass(_ words: ArraySlice<String>, _ line: Int) {
    let place = place(words)
    guard let name = place.device, let id = place.classID else {
      reader.fault("tc class", line: line, "\"dev\" and \"classid\" are expected.")
      return
    }
    guard place.kind == "htb" else {
      reader.assume(name, "class \(id)", "left out: only classes of htb are read.")
      return
    }
    let arguments = TokenBucketArguments(
      TrafficControlWords(place.rest, scope: "htb", line: line), isClass: true, &reader)
    devices[device(name)].put(
      TrafficControlDevice.Class(parent: place.parent, line: line, arguments: arguments), id: id)
  }

  /// Of a filter only a redirection of what comes in matters.
  private mutating func readFilter(_ words: ArraySlice<String>, _ line: Int) {
    let words = Array(words)
    guard let dev = words.firstIndex(of: "dev"), dev + 1 < words.count else {
      reader.fault("tc filter", line: line, "names no device; \"dev eth0\" is expected.")
      return
    }
    if let redirect = words.lastIndex(of: "redirect"), redirect + 2 < words.count, words[redirect + 1] == "dev" {
      devices[device(words[dev + 1])].redirection = words[redirect + 2]
      _ = device(words[redirect + 2])
    } else {
      reader.assume(words[dev + 1], "filter", "left out: a profile is about all packets.")
    }
  }

  private mutating func device(_ name: String) -> Int {
    if let index = indices[name] { return index }
    devices.append(TrafficControlDevice(name))
    indices[name] = devices.count - 1
    return devices.count - 1
  }

  private mutating func finish() {
    if let bare {
      if !devices.isEmpty {
        reader.fault("netem", line: bare.line, "arguments of netem alone stand beside commands; which are meant?")
      }
      let name = reader.fileName
      for (key, reason) in bare.conditions.leftOut { reader.assume(name, "netem.\(key)", reason) }
      reader.assume(name, nil, "the arguments name no interface, so they are taken for both directions.")
      let conditions = bare.conditions.conditions
      reader.add(Profile(name: name, downlink: conditions, uplink: conditions))
      return
    }
    let targets = Set(devices.compactMap(\.redirection))
    let senders = devices.filter { !targets.contains($0.name) && (!$0.isEmpty || $0.redirection != nil) }
    for device in senders {
      let name = senders.count == 1 ? reader.fileName : reader.name(device.name)
      var profile = Profile(name: name)
      let sent = device.conditions(&reader)
      if device.name.hasPrefix("ifb"), device.redirection == nil {
        profile.downlink = sent
        reader.assume(name, nil, "\(QuantityFault.shown(device.name)) is taken for what another interface receives.")
      } else {
        profile.uplink = sent
        if let target = device.redirection, let index = indices[target] {
          profile.downlink = devices[index].conditions(&reader)
        } else {
          reader.assume(name, nil, "\(QuantityFault.shown(device.name)) conditions what it sends, the uplink, alone.")
        }
      }
      reader.add(profile)
    }
  }
}
