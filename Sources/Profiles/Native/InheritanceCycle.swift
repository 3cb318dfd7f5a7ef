/// Profiles inherit from one another in a circle, or in a chain without end.
struct InheritanceCycle: Error, Hashable, CustomStringConvertible {
  /// The names, from the one that was asked for to the one that comes again.
  let chain: [String]

  /// How many profiles may inherit from one another.
  static let longest = 32

  var description: String {
    if chain.count > Self.longest { return "more than \(Self.longest) profiles inherit from one another" }
    // From the second time on it repeats itself.
    let end = chain.indices.first { chain[..<$0].contains(chain[$0]) } ?? chain.count - 1
    return "profiles inherit from one another in a circle: "
      + chain[...end].map { "\"\(QuantityFault.shown($0))\"" }.joined(separator: " → ")
  }
}
