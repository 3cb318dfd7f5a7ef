internal import Record

extension ExpectationResult {
  /// What became of it, in a word.
  var word: String { isChecked ? passed ? "passed" : "failed" : "skipped" }
}
