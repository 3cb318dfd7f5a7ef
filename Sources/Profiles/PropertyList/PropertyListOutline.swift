/// Where the keys of a text property list are, which are written twice, and how deep it goes.
///
/// The decoder tells none of this, and recurses without a limit; an outline is made by reading flatly, before the decoder.
/// It accepts more than the decoder does: what is wrong in the syntax is for the decoder to say.
struct PropertyListOutline {
  /// The line of each key and of each element of an array, from 1, by key path.
  private(set) var lines: [String: Int] = [:]
  /// Keys that a dictionary has more than once, with the line of the repetition.
  private(set) var duplicates: [(keyPath: String, line: Int)] = []
  /// How many containers are open at the deepest place.
  private(set) var depth = 0

  /// What of a text in quotes, a comment or data is not ended, with the line that it begins on.
  var unended: (what: String, line: Int)?
  /// The first line on which something else than `=` or `;` follows a dictionary's key.
  var unexpected: Int?

  /// The path of each open container and its line; elements are those of an array so far.
  private var open: [(path: String, elements: Int?, line: Int)] = []
  private var key: String?

  /// What begins and does not end: the innermost that is open at the end of the file.
  var unfinished: (what: String, line: Int)? {
    unended ?? open.last.map { ($0.elements == nil ? "{" : "(", $0.line) }
  }

  /// A dictionary or an array begins.
  mutating func begin(array: Bool, line: Int) {
    let path = childPath
    key = nil
    element(line: line)
    // Deeper than allowed is refused anyway: do not build ever longer paths for it.
    open.append((open.count > PropertyListFile.deepest ? "" : path, array ? 0 : nil, line))
    depth = max(depth, open.count)
  }

  /// A value begins; it counts if an array is open.
  mutating func element(line: Int) {
    guard let count = open.last?.elements else { return }
    if open.count <= PropertyListFile.deepest { lines[childPath] = line }
    open[open.count - 1].elements = count + 1
  }

  /// The innermost container ends.
  mutating func end() {
    key = nil
    if !open.isEmpty { open.removeLast() }
  }

  /// A dictionary's key is read.
  mutating func found(key: String, line: Int) {
    self.key = key
    guard open.count <= PropertyListFile.deepest else { return }
    let path = childPath
    if lines[path] == nil { lines[path] = line } else { duplicates.append((path, line)) }
  }

  private var childPath: String {
    guard let parent = open.last else { return key ?? "" }
    if let index = parent.elements { return "\(parent.path)[\(index)]" }
    return parent.path.isEmpty ? key ?? "" : "\(parent.path).\(key ?? "")"
  }
}
