/// Why a lab could not be built, changed or entered.
public struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is, so that a tool can choose its exit status.
  public enum Kind: Hashable, Sendable {
    /// The machine or its kernel lacks something.
    case missingPiece
    /// A privilege is missing.
    case notPermitted
    /// The kernel refused an operation.
    case failed
  }

  /// What kind of fault it is.
  public let kind: Kind
  /// What was attempted, such as `"use the kernel engine"`.
  public let operation: String
  /// The cause in words.
  public let cause: String
  /// The way out, if there is one.
  public let advice: String?

  init(_ kind: Kind, _ operation: String, because cause: String, advice: String? = nil) {
    self.kind = kind
    self.operation = operation
    self.cause = cause
    self.advice = advice
  }

  /// One line: the attempt, the cause, the way out.
  public var description: String {
    "Cannot \(operation): \(cause)" + (advice.map { " \($0)" } ?? "")
  }
}
