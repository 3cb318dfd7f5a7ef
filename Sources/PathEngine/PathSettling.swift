/// Which paths have settled. A function of paths and times, without a clock.
///
/// The first path is settled at once. A different one is when nothing has changed for its time; each change begins the time
/// again, and going back to what was settled forgets that there was one.
public struct PathSettling: Sendable {
  /// The settle times.
  public let times: SettleTimes
  /// The settled path; nil before the first.
  public private(set) var settled: NetworkPath?
  /// What is to be settled, and when, in nanoseconds of the caller's clock.
  public private(set) var pending: (path: NetworkPath, due: Int64)?

  /// Nothing is settled yet.
  public init(_ times: SettleTimes) { self.times = times }

  /// Takes a path at a time.
  ///
  /// - Returns: the path if it is settled now, and another than before.
  public mutating func take(_ path: NetworkPath, at now: Int64) -> NetworkPath? {
    guard let settled else {
      self.settled = path
      return path
    }
    guard path != settled else {
      pending = nil
      return nil
    }
    guard path != pending?.path else { return settle(at: now) }
    let isLoss = path.status != .satisfied && settled.status == .satisfied
    pending = (path, now + (isLoss ? times.down : times.up).nanoseconds)
    return settle(at: now)
  }

  /// Lets time pass.
  ///
  /// - Returns: the path if it is settled now.
  public mutating func settle(at now: Int64) -> NetworkPath? {
    guard let (path, due) = pending, now >= due else { return nil }
    pending = nil
    settled = path
    return path
  }
}
