extension StringProtocol {
  /// The lines, empty ones too; a line of a Windows file ends with a carriage return and a newline, one Character in Swift.
  var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }
}
