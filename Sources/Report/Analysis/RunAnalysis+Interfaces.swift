internal import Record

extension RunAnalysis {
  /// Whether any transition tells which interface carries the traffic.
  var namesInterfaces: Bool { story.transitions.contains { $0.toInterface != nil } }

  /// The run as a version would have recorded it that told no interfaces, and so no hand-overs.
  var withoutInterfaces: RunAnalysis {
    guard namesInterfaces else { return self }
    let events = story.events.compactMap { event -> RecordEvent? in
      guard case .transition(var transition) = event.payload else { return event }
      guard !transition.isHandover else { return nil }
      (transition.fromInterface, transition.toInterface) = (nil, nil)
      return RecordEvent(t: event.t, n: event.n, run: event.run, payload: .transition(transition))
    }
    return RunAnalysis(RunStory(name: story.name, events: events))
  }
}
