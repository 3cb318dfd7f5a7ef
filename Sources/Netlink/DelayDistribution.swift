/// A table of how far delays lie from their middle, in 8192ths of the jitter; each entry is as likely.
public struct DelayDistribution: Hashable, Sendable, Codable {
  /// What it is called, such as `normal`.
  public var name: String
  /// From 1 to ``mostEntries`` of them. Equivalent to the numbers of a `.dist` file of tc.
  public var table: [Int16]

  /// The most that the kernel takes (`NETEM_DIST_MAX`).
  public static let mostEntries = 16_384

  /// A table as given.
  public init(name: String, table: [Int16]) {
    self.name = name
    self.table = table
  }

  /// Every difference up to the jitter: a straight line from -8190 to 8190 in steps of 4, whose mean is 0.
  ///
  /// The kernel is uniform where it was never sent a table, and cannot forget one; this one is the same.
  public static let uniform = DelayDistribution(name: "uniform", table: (0..<4096).map { Int16(-8190 + 4 * $0) })

  var bytes: [UInt8] { table.withUnsafeBytes { Array($0) } }
}
