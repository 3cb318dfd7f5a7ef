internal import Record

/// How a run ended, in a word.
struct OutcomeText: Sendable {
  /// The word.
  let word: String
  /// Whether it is as it should be.
  let isGood: Bool

  init(_ story: RunStory) {
    let checked = (story.finished?.expectations ?? []).filter(\.isChecked)
    let failed = checked.filter { !$0.passed }.count
    switch story.finished {
    case nil: (word, isGood) = ("cut off", false)
    case let finished? where finished.outcome == "completed" && failed > 0:
      (word, isGood) = ("\(failed) of \(checked.count) expectations failed", false)
    case let finished?: (word, isGood) = (finished.outcome, finished.outcome == "completed")
    }
  }

  /// The word as a mark on the page.
  var badge: String {
    "<span class=\"badge \(isGood ? "good" : "poor")\">\(Markup.escape(TextLines.plain(word)))</span>"
  }
}
