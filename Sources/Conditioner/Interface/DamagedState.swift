internal import LinuxSystem

/// A file of what linkcond did to an interface that cannot be read.
public struct DamagedState: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its path.
  public let path: String
  /// What it is instead, as the end of a sentence.
  let cause: String
  let advice: String

  init(
    _ path: String, because cause: String,
    advice: String =
      "'linkcond clear' takes it away if its interface has nothing of linkcond's left, and says so if not."
  ) {
    self.path = path
    self.cause = cause
    self.advice = advice
  }

  /// The same with another way out.
  public func advising(_ advice: String) -> DamagedState { DamagedState(path, because: cause, advice: advice) }

  /// The number of the namespace and of the interface that its name tells of; nil where it is no name of linkcond's.
  var place: (namespace: UInt64, interface: Int32)? {
    let name = (path.split(separator: "/").last ?? "").dropLast(".json".count)
    let numbers = name.split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let namespace = UInt64(numbers[0]), let interface = Int32(numbers[1]) else { return nil }
    return (namespace, interface)
  }

  /// One line: the file, what it is, the way out.
  public var description: String { "The file '\(path)' is damaged: \(cause) \(advice)" }
}
