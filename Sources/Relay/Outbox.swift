internal import LinuxSystem

/// Frames that are due, side by side as one call to the kernel takes them.
///
/// Segments of one super-frame that leave one behind the other go as one message: to the kernel, and to who receives it,
/// that is one frame's work.
struct Outbox: ~Copyable {
  /// Several super-frames.
  private static let capacity = SuperFrameSocket.mostFrames

  private let frames = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: Self.capacity)
  private let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: Self.capacity)
  private let marks = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.capacity)
  private let dues = UnsafeMutablePointer<Int64>.allocate(capacity: Self.capacity)
  private(set) var count = 0
  /// So many at the front are not joined: the kernel would not have them so.
  private var single = 0

  private let heads = UnsafeMutablePointer<UInt8>.allocate(capacity: PacketSocket.batch * JoinedHead.capacity)
  private let skips = UnsafeMutablePointer<UInt16>.allocate(capacity: PacketSocket.batch)
  private let runs = UnsafeMutablePointer<UInt16>.allocate(capacity: PacketSocket.batch)

  init() {
    frames.initialize(repeating: nil, count: Self.capacity)
    lengths.initialize(repeating: 0, count: Self.capacity)
    marks.initialize(repeating: 0, count: Self.capacity)
    dues.initialize(repeating: 0, count: Self.capacity)
    heads.initialize(repeating: 0, count: PacketSocket.batch * JoinedHead.capacity)
    skips.initialize(repeating: 0, count: PacketSocket.batch)
    runs.initialize(repeating: 0, count: PacketSocket.batch)
  }

  var isFull: Bool { count == Self.capacity }

  /// When the first one was due; there must be one.
  var firstDue: Int64 { dues[0] }

  func due(_ offset: Int) -> Int64 { dues[offset] }

  func length(_ offset: Int) -> Int32 { lengths[offset] }

  func frame(_ offset: Int) -> UnsafeMutablePointer<UInt8>? { frames[offset] }

  mutating func append(_ frame: FrameInLink) {
    frames[count] = frame.frame
    lengths[count] = frame.length
    marks[count] = frame.mark
    dues[count] = frame.due
    count += 1
  }

  /// Takes the first frames out; their memory is free.
  mutating func removeFirst(_ number: Int, _ pool: inout FramePool) {
    for offset in 0..<number {
      if let frame = frames[offset] { pool.give(frame, length: lengths[offset]) }
    }
    count -= number
    single = max(0, single - number)
    guard count > 0 else { return }
    frames.update(from: frames + number, count: count)
    lengths.update(from: lengths + number, count: count)
    marks.update(from: marks + number, count: count)
    dues.update(from: dues + number, count: count)
  }

  /// How many frames from `offset` on go as one message: itself, and segments of the same super-frame right behind it.
  func run(at offset: Int) -> Int {
    guard marks[offset] != 0, offset >= single else { return 1 }
    var end = offset + 1
    while end < count, marks[end] == marks[end - 1] &+ 1 { end += 1 }
    return end - offset
  }

  /// Has what would be the first message sent as the frames it is made of; false if it is one frame already.
  mutating func splitFirst() -> Bool {
    let first = run(at: 0)
    guard first > 1 else { return false }
    single = first
    return true
  }

  /// Hands the kernel as many as one call takes.
  ///
  /// - Returns: how many frames it took, from the front.
  /// - Throws: `Errno` if not even the first message.
  func send(through socket: SuperFrameSocket) throws(Errno) -> Int {
    var messages = 0
    var offset = 0
    while offset < count, messages < PacketSocket.batch {
      let run = run(at: offset)
      runs[messages] = UInt16(run)
      skips[messages] = UInt16(writeHead(messages, of: run, at: offset))
      offset += run
      messages += 1
    }
    let sent = try socket.send(
      frames, lengths: lengths, heads: heads, headBytes: JoinedHead.capacity, skips: skips, counts: runs,
      messages: messages)
    return (0..<sent).reduce(0) { $0 + Int(runs[$1]) }
  }

  /// What of each frame the message's head stands for.
  private func writeHead(_ message: Int, of run: Int, at offset: Int) -> Int {
    let place = UnsafeMutableRawPointer(heads + message * JoinedHead.capacity)
    guard run > 1, let first = frames[offset], let last = frames[offset + run - 1] else {
      JoinedHead.writePlain(to: place)
      return 0
    }
    return JoinedHead.write(
      count: run, first: first, firstLength: Int(lengths[offset]), last: last,
      lastLength: Int(lengths[offset + run - 1]), to: place)
  }

  deinit {
    frames.deallocate()
    lengths.deallocate()
    marks.deallocate()
    dues.deallocate()
    heads.deallocate()
    skips.deallocate()
    runs.deallocate()
  }
}
