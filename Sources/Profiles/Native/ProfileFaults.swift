/// Everything that is wrong with the files that were read; never empty.
public struct ProfileFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the files and of the lines in them.
  public let faults: [ProfileFault]

  /// Creates an error from its faults.
  public init(_ faults: [ProfileFault]) {
    precondition(!faults.isEmpty, "an error without a fault says nothing")
    self.faults = faults
  }

  /// One fault a line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
