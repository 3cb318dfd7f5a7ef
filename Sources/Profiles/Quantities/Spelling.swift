/// Finds what was probably meant.
package enum Spelling {
  /// The number of single-character insertions, removals and replacements, and swaps of neighbours, that make
  /// `b` out of `a`.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// The candidates close enough to `word` to be worth naming, nearest first, at most `limit`.
  ///
  /// Close enough is a distance, ignoring case, below 4 and below the length of both.
  package static func nearest(to word: String, among candidates: [String], limit: Int = 3) -> [String] {
    // Nobody mistypes a name of this length, and the time grows with the product of the lengths.
    guard word.count <= 100 else { return [] }
    let ranked = candidates.enumerated().compactMap { index, candidate -> (distance: Int, index: Int, name: String)? in
      let distance = distance(word.lowercased(), candidate.lowercased())
      guard distance < 4, distance < min(word.count, candidate.count) else { return nil }
      return (distance, index, candidate)
    }
    return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit).map(\.name)
  }

  /// Names near to what was asked; one that contains it is near too.
  static func nearest(to name: String, amongNames names: [String]) -> [String] {
    let near = nearest(to: name, among: names)
    let wanted = ProfileStore.normalized(name)
    guard wanted.count > 1 else { return near }
    var found: [String] = []
    for name in near + names.filter({ ProfileStore.normalized($0).contains(wanted) }) where !found.contains(name) {
      found.append(name)
    }
    return Array(found.prefix(3))
  }
}
