internal import PathEngine

extension NWPathMonitor: AsyncSequence {
  /// Paths.
  public typealias Element = NWPath
  /// There are no errors.
  public typealias Failure = Never

  /// Gives the path as it is and then each different one, until the task or the monitor is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    /// Paths.
    public typealias Element = NWPath
    /// There are no errors.
    public typealias Failure = Never

    private var base: AsyncStream<NWPath>.Iterator

    init(_ base: AsyncStream<NWPath>.Iterator) { self.base = base }

    /// The next path; nil at the end.
    public mutating func next() async -> NWPath? { await base.next() }

    /// The next path; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> NWPath? {
      await base.next(isolation: actor)
    }
  }

  /// Starts to follow the path; each iterator follows it by itself, and needs no ``start(queue:)``.
  public func makeAsyncIterator() -> Iterator { Iterator(core.stream().makeAsyncIterator()) }
}
