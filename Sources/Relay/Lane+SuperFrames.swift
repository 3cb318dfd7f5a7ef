extension Lane {
  /// Takes the segments of a super-frame, each as ``admit(_:length:arrival:flow:hasMemory:mark:)`` or, where the conditions
  /// are not for it, ``carry(_:length:arrival:hasMemory:mark:)`` takes a frame.
  ///
  /// - Parameter unread: Stands for a segment that there is no memory for.
  mutating func take(
    _ whole: SuperFrame, arrival: Int64, flow: UInt64, isConditioned: Bool, unread: UnsafeMutablePointer<UInt8>
  ) {
    let first = whole.canBeJoined ? reserveMarks(whole.count) : 0
    for segment in 0..<whole.count {
      let length = Int32(whole.length(of: segment))
      let mark = whole.canBeJoined ? first + UInt32(segment) : 0
      let place = memory(for: length)
      if let place { whole.write(segment, to: place) }
      let frame = place ?? unread
      let isKept =
        isConditioned
        ? admit(frame, length: length, arrival: arrival, flow: flow, hasMemory: place != nil, mark: mark)
        : carry(frame, length: length, arrival: arrival, hasMemory: place != nil, mark: mark)
      if !isKept, let place { giveBack(place, length: length) }
    }
  }

  /// The first of so many numbers for segments of one super-frame. It does not follow on the last one of the one before, and
  /// by the time that it comes again no frame is in the link that had it: four thousand million are in between.
  private mutating func reserveMarks(_ count: Int) -> UInt32 {
    if UInt32.max - lastMark < 1 << 17 { lastMark = 0 }
    let first = lastMark + 2
    lastMark = first + UInt32(count) - 1
    return first
  }
}
