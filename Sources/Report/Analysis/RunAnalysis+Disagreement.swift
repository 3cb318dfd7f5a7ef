extension RunAnalysis {
  /// What one monitor said while another one said otherwise, put together.
  struct Disagreeing: Hashable, Sendable {
    /// The longest stretch of it.
    var longest: Disagreement
    /// How long in all, in nanoseconds.
    var total: Int64
    /// In how many stretches.
    var count: Int
  }

  /// The pairs of monitors that disagreed, in the order in which they first did.
  var disagreeing: [Disagreeing] {
    var pairs: [Disagreeing] = []
    for item in disagreements {
      guard let index = pairs.firstIndex(where: { $0.longest.yes == item.yes && $0.longest.no == item.no }) else {
        pairs.append(Disagreeing(longest: item, total: item.length, count: 1))
        continue
      }
      pairs[index].total += item.length
      pairs[index].count += 1
      if item.length > pairs[index].longest.length { pairs[index].longest = item }
    }
    return pairs
  }

  /// For how long any two monitors disagreed, in nanoseconds.
  var disagreed: Int64 {
    var (total, until) = (Int64(0), Int64.min)
    // In the order of their starts; what overlaps counts once.
    for item in disagreements where item.end > until {
      total += item.end - max(item.start, until)
      until = item.end
    }
    return total
  }
}
