/// Who judges whether anybody answers: a ``ReachabilityProbe``, or a script in a test.
protocol VerdictSource: Sendable {
  func start()
  func probeAgain(forgetting: Bool)
  func cancel()
}

extension ReachabilityProbe: VerdictSource {}
