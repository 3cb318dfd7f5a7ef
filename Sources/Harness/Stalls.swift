internal import Record

/// The longest of the times in which a thread was late.
struct Stalls: Sendable {
  /// So many are kept: a machine that is busy all the time would make a record of nothing else.
  static let most = 50

  private var all: [RunFinished.Stall] = []

  /// The thread was to wake at one time and woke at another.
  mutating func note(from: Int64, to: Int64) {
    all.append(RunFinished.Stall(from: from, to: to))
    guard all.count > Self.most, let least = all.indices.min(by: { length(all[$0]) < length(all[$1]) }) else { return }
    all.remove(at: least)
  }

  /// Them, in their order.
  var longest: [RunFinished.Stall] { all }

  private func length(_ stall: RunFinished.Stall) -> Int64 { stall.to - stall.from }
}
