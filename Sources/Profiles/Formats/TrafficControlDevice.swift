/// The queueing disciplines and classes of one interface, as commands build them up.
struct TrafficControlDevice {
  struct Discipline {
    var kind: String
    var handle: String?
    var parent: String
    var line: Int
    var netem: NetemArguments?
    var bucket: TokenBucketArguments?
    /// htb's `default`, without its handle.
    var defaultClass: String?
  }

  struct Class {
    var parent: String
    var line: Int
    var arguments: TokenBucketArguments
  }

  let name: String
  /// By where they hang: `root`, `ingress`, or the parent's number.
  private(set) var disciplines: [String: Discipline] = [:]
  private(set) var classes: [String: Class] = [:]
  /// The device that what comes in is redirected to.
  var redirection: String?
  /// Whether any command was for it.
  var isEmpty: Bool { disciplines.isEmpty && classes.isEmpty }

  init(_ name: String) { self.name = name }

  /// Hangs a discipline in, in the place of the one that is there unless `isNew`; false if there is one already.
  mutating func put(_ discipline: Discipline, isNew: Bool) -> Bool {
    var discipline = discipline
    // `change … handle 1:` without a parent is about the one of that handle.
    if discipline.parent.isEmpty {
      discipline.parent = disciplines.values.first { $0.handle == discipline.handle }?.parent ?? "root"
    }
    if isNew, disciplines[discipline.parent] != nil { return false }
    if discipline.handle == nil { discipline.handle = disciplines[discipline.parent]?.handle }
    disciplines[discipline.parent] = discipline
    return true
  }

  mutating func put(_ newClass: Class, id: String) { classes[id] = newClass }

  /// Takes away what hangs at `parent`, and all below the root.
  mutating func remove(at parent: String) {
    if parent == "root" {
      let ingress = disciplines["ingress"]
      disciplines = [:]
      classes = [:]
      disciplines["ingress"] = ingress
    } else {
      disciplines[parent] = nil
    }
  }

  /// `1:0` and `1:` are the same.
  static func normalized(_ id: String) -> String {
    let text = id.lowercased()
    return text.hasSuffix(":0") ? String(text.dropLast()) : text
  }

  /// What leaves this device meets.
  func conditions(_ reader: inout FormatReader) -> LinkConditions {
    var conditions = LinkConditions.none
    var netem: NetemArguments?
    var depth: Queue.Depth?
    var rates: [DataRate] = []
    var at = disciplines["root"]
    // Each discipline is met once, so that a circle of parents ends.
    var met: Set<String> = []
    while let discipline = at, met.insert(discipline.parent).inserted {
      if let arguments = discipline.netem {
        if let netem {
          let why =
            netem.duplicates || arguments.duplicates
            ? "the kernel refuses two netem in a tree when one duplicates."
            : "there is a netem already; a profile is one."
          reader.fault("netem", line: discipline.line, why)
        } else {
          netem = arguments
          note(arguments, &reader)
        }
      }
      if let bucket = discipline.bucket {
        if let rate = bucket.rate { rates.append(rate) }
        depth = bucket.depth ?? depth
        note(bucket, "tbf", &reader)
      }
      at = child(of: discipline, &rates, &reader)
    }
    noteOthers(than: met, &reader)
    if let netem { conditions = netem.conditions }
    if let slowest = (rates + [conditions.rate].compactMap { $0 }).min() { conditions.rate = slowest }
    if let depth { conditions.queue = Queue(depth: depth) }
    return conditions
  }

  /// Names what hangs beside the way that packets take. What hangs at nothing is a fault: tc would refuse it too.
  private func noteOthers(than met: Set<String>, _ reader: inout FormatReader) {
    let all = disciplines.values.sorted { $0.line < $1.line }
    var owners: [String: Discipline] = [:]
    for discipline in all {
      if let handle = discipline.handle { owners[Self.major(of: handle)] = discipline }
    }
    for discipline in all where !met.contains(discipline.parent) {
      guard discipline.netem != nil || discipline.bucket != nil else { continue }
      let owner = owners[Self.major(of: discipline.parent)]
      if owner == nil || (owner?.kind == "htb" && classes[discipline.parent] == nil) {
        reader.fault(
          discipline.kind, line: discipline.line,
          "hangs at \(QuantityFault.shown(discipline.parent)) of \(QuantityFault.shown(name)), where nothing is; "
            + "the commands that make it have to come before.")
      } else {
        reader.assume(name, "\(discipline.kind) at \(discipline.parent)", "left out: packets take another way.")
      }
    }
  }

  private static func major(of id: String) -> String { String(id.prefix { $0 != ":" }) }

  private func note(_ arguments: NetemArguments, _ reader: inout FormatReader) {
    for (key, reason) in arguments.leftOut { reader.assume(name, "netem.\(key)", reason) }
  }

  private func note(_ bucket: TokenBucketArguments, _ scope: String, _ reader: inout FormatReader) {
    for key in bucket.leftOut { reader.assume(name, "\(scope).\(key)", "left out: a profile has no such key.") }
  }

  /// What hangs below a discipline on the way that packets take.
  private func child(
    of discipline: Discipline, _ rates: inout [DataRate], _ reader: inout FormatReader
  ) -> Discipline? {
    let major = discipline.handle.map(Self.major)
    guard discipline.kind == "htb" else {
      return disciplines.values.sorted { $0.parent < $1.parent }.first { child in
        child.parent != "root" && child.parent != "ingress" && Self.major(of: child.parent) == major
      }
    }
    // htb's `default` is a hexadecimal number of a class, whatever zeros and 0x it begins with.
    let wanted = discipline.defaultClass.flatMap(Self.number(ofDefault:))
    let parents = Set(classes.values.map(\.parent))
    let leaves = classes.keys.sorted().filter { !parents.contains($0) }
    let chosen =
      leaves.first { id in wanted != nil && id.hasPrefix("\(major ?? "")") && Self.minor(of: id) == wanted }
      ?? (leaves.count == 1 ? leaves.first : nil)
    guard let chosen else {
      if leaves.count > 1 {
        reader.fault(
          "htb", line: discipline.line,
          "there are \(leaves.count) classes and none is the default; a profile is about all packets.")
      }
      return nil
    }
    for other in leaves where other != chosen {
      reader.assume(name, "class \(other)", "left out: the default class \(chosen) is taken.")
    }
    var at: String? = chosen
    var met: Set<String> = []
    while let id = at, met.insert(id).inserted, let entry = classes[id] {
      if let rate = entry.arguments.rate { rates.append(rate) }
      note(entry.arguments, "htb", &reader)
      at = entry.parent
    }
    return disciplines[chosen]
  }

  private static func number(ofDefault text: String) -> Int? {
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    return Int(digits.split(separator: ":").last ?? "", radix: 16)
  }

  private static func minor(of id: String) -> Int? {
    id.split(separator: ":", omittingEmptySubsequences: false).dropFirst().first.flatMap { Int($0, radix: 16) }
  }
}
