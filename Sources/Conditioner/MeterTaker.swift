internal import LinuxSystem
internal import Synchronization

/// The receiving end of a ``LinkMeter``.
final class MeterTaker: Sendable {
  private struct State {
    var arrivals: [LinkMeter.Arrival] = []
    var missed = 0
  }

  private let socket: PacketSocket
  private let frame: MeterFrame
  private let most: Int
  private let state = Mutex(State())
  private let patience = Atomic(Int64.max)

  /// - Parameter most: After so many it ends.
  init(_ socket: PacketSocket, _ frame: MeterFrame, most: Int) {
    self.socket = socket
    self.frame = frame
    self.most = most
  }

  /// What came; complete once ``run()`` has returned.
  var arrivals: [LinkMeter.Arrival] { state.withLock { $0.arrivals } }
  /// Frames that came and could not be read in time.
  var missed: Int { state.withLock { $0.missed } }

  /// Lets it end when it has heard nothing for `patience` nanoseconds, or has all.
  func finish(after patience: Int64) { self.patience.store(patience, ordering: .releasing) }

  func run() {
    let buffers = FrameBuffers(capacity: 2048)
    var arrivals: [LinkMeter.Arrival] = []
    arrivals.reserveCapacity(most)
    var lastHeard = MonotonicClock.now()
    var isAsked = false
    while arrivals.count < most {
      _ = Wait.readable([socket.descriptor], nanoseconds: 10_000_000)
      let offset = MonotonicClock.realtimeOffset()
      var got = 0
      do { got = try buffers.receive(from: socket) } catch { got = 0 }
      let before = arrivals.count
      for index in 0..<got {
        guard let (number, isWhole) = frame.read(index, of: buffers) else { continue }
        arrivals.append(
          LinkMeter.Arrival(number: number, time: buffers.stamp(index) - offset, isWhole: isWhole))
      }
      if arrivals.count > before { lastHeard = MonotonicClock.now() }
      let patience = patience.load(ordering: .acquiring)
      guard patience < .max else { continue }
      // From the end of sending on at the earliest.
      if !isAsked { lastHeard = MonotonicClock.now() }
      isAsked = true
      if MonotonicClock.now() - lastHeard > patience { break }
    }
    let missed = socket.takeOverruns()
    state.withLock { $0 = State(arrivals: arrivals, missed: missed) }
  }
}
