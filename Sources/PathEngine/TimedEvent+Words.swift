extension TimedEvent {
  /// One line without a full stop, such as `wlan0: carrier on -> carrier off`.
  public var words: String {
    switch (before, after) {
    case (nil, nil): what
    case (nil, let after?): "\(what): \(after)"
    case (let before?, nil): "\(what): \(before) -> gone"
    case (let before?, let after?): before == after ? "\(what): \(after)" : "\(what): \(before) -> \(after)"
    }
  }
}
