/// Reads values out of a property list and collects every fault on the way, so that a file's are told in one go.
///
/// Each function gives nil, and notes a fault, where the value is not what was asked for; nothing is thrown before the end.
final class PropertyListReader {
  /// A value and where it stands.
  struct Node {
    /// The keys that lead to it: `Steps[2].At`.
    let path: String
    let value: PropertyListValue
  }

  /// A dictionary and where it stands.
  struct Entries {
    /// The keys that lead to it; empty at the top.
    let path: String
    let values: [String: PropertyListValue]

    /// Whether the key is there.
    func has(_ key: String) -> Bool { values[key] != nil }
    /// The path of a key, whether it is there or not.
    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    /// The value of a key.
    subscript(key: String) -> Node? { values[key].map { Node(path: path(of: key), value: $0) } }
  }

  /// How the file is named in faults.
  let file: String
  /// The dictionary at the top.
  let root: Entries
  private let outline: PropertyListOutline
  private(set) var faults: [ProfileFault] = []
  private var known: Set<ProfileFault> = []

  init(_ list: PropertyListFile, file: String) {
    self.file = file
    root = Entries(path: "", values: list.root)
    outline = list.outline
    for (keyPath, line) in outline.duplicates {
      let first = outline.lines[keyPath].map { " (first on line \($0))" } ?? ""
      note(keyPath, line, "The key is written twice\(first); once is allowed.")
    }
  }

  /// Ends the reading: throws all faults in the order of their lines, if there are any.
  func finish() throws(ProfileFaults) {
    guard !faults.isEmpty else { return }
    throw ProfileFaults(
      faults.enumerated().sorted { a, b in
        (a.element.line ?? 0, a.offset) < (b.element.line ?? 0, b.offset)
      }.map(\.element))
  }

  /// Notes that something is wrong at a place; `message` is a sentence that may begin after it.
  func fault(_ keyPath: String, _ message: String) {
    note(keyPath, line(of: keyPath), message)
  }

  /// What is read twice, such as a `Link` for both directions, is told once.
  private func note(_ keyPath: String, _ line: Int?, _ message: String) {
    let fault = ProfileFault(file: file, keyPath: keyPath, line: line, message: message)
    if known.insert(fault).inserted { faults.append(fault) }
  }

  /// Notes that a key is missing; `message` says what for, or what is there without it.
  func missing(_ key: String, in entries: Entries, _ message: String) {
    let line = entries.path.isEmpty ? nil : line(of: entries.path)
    note(entries.path(of: key), line, "The key is missing; \(message).")
  }

  private func line(of keyPath: String) -> Int? { outline.lines[keyPath] }

  /// Refuses the keys that are not `allowed`, naming the nearest one of these and of `alsoMeant`; `what` is `a profile` or the
  /// like.
  func refuseUnknownKeys(in entries: Entries, allowed: [String], of what: String, alsoMeant: [String] = []) {
    for key in entries.values.keys.sorted() where !allowed.contains(key) {
      let nearest = Spelling.nearest(to: key, among: allowed + alsoMeant, limit: 1).first
      let hint = nearest.map { "did you mean \($0)?" } ?? "allowed are \(allowed.joined(separator: ", "))."
      let path = entries.path(of: QuantityFault.shown(key))
      note(path, line(of: entries.path(of: key)), "is not a key of \(what); \(hint)")
    }
  }

  /// Refuses keys that stand beside `key`, for which only one of them may be given.
  func refuse(_ others: [String], beside key: String, in entries: Entries, _ reason: String) {
    guard entries.has(key) else { return }
    for other in others where entries.has(other) {
      fault(entries.path(of: other), "stands beside \(key), \(reason)")
    }
  }

  /// A dictionary; `example` shows one.
  func dictionary(_ node: Node?, example: String) -> Entries? {
    guard let node else { return nil }
    guard case .dictionary(let values) = node.value else {
      fault(node.path, "\(node.value.shown) was read, where a dictionary is expected: \(example).")
      return nil
    }
    return Entries(path: node.path, values: values)
  }

  /// The elements of an array; `example` shows one.
  func array(_ node: Node?, example: String) -> [Node]? {
    guard let node else { return nil }
    guard case .array(let elements) = node.value else {
      fault(node.path, "\(node.value.shown) was read, where an array is expected: \(example).")
      return nil
    }
    return elements.enumerated().map { Node(path: "\(node.path)[\($0.offset)]", value: $0.element) }
  }
}
