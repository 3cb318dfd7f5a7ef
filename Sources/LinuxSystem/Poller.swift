internal import CLinux
internal import Glibc

/// Waits for any of many descriptors, for a time, or for another thread's call. Equivalent to `epoll(7)`.
public final class Poller: Sendable {
  /// What to wait for.
  public struct Interest: OptionSet, Hashable, Sendable {
    /// The bits, as in `epoll_event.events`.
    public let rawValue: UInt32
    /// From the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Something can be read. The corresponding C constant is `EPOLLIN`.
    public static let read = Interest(rawValue: EPOLLIN.rawValue)
    /// Something can be written. The corresponding C constant is `EPOLLOUT`.
    public static let write = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// A descriptor for which something happened.
  public struct Ready: Hashable, Sendable {
    /// The number it was added under.
    public let token: UInt64
    /// Reading will not block; also at the end and on an error.
    public let isReadable: Bool
    /// Writing will not block; also on an error.
    public let isWritable: Bool
  }

  private let file: FileDescriptor
  private let bell: FileDescriptor
  /// No caller's token: it stands for ``wake()``.
  private static let bellToken = UInt64.max

  /// Makes an empty one.
  ///
  /// - Throws: ``SystemError`` if descriptors are used up.
  public init() throws(SystemError) {
    let file = FileDescriptor(adopting: try check("make an epoll") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    let flags = CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)
    let bell = FileDescriptor(adopting: try check("make an eventfd") { eventfd(0, flags) })
    try Self.control(file.rawValue, EPOLL_CTL_ADD, bell.rawValue, .read, Self.bellToken)
    self.file = file
    self.bell = bell
  }

  private static func control(
    _ epoll: CInt, _ operation: CInt, _ descriptor: CInt, _ interest: Interest, _ token: UInt64
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    try check("watch descriptor \(descriptor)") { epoll_ctl(epoll, operation, descriptor, &event) }
  }

  /// Begins to watch a descriptor, until it is removed or closed.
  ///
  /// - Parameter token: Any number but `UInt64.max`; it comes back in ``Ready``.
  /// - Throws: ``SystemError``.
  public func add(_ descriptor: CInt, token: UInt64, _ interest: Interest) throws(SystemError) {
    try Self.control(file.rawValue, EPOLL_CTL_ADD, descriptor, interest, token)
  }

  /// Watches for something else on a descriptor that was added.
  ///
  /// - Throws: ``SystemError``.
  public func change(_ descriptor: CInt, token: UInt64, _ interest: Interest) throws(SystemError) {
    try Self.control(file.rawValue, EPOLL_CTL_MOD, descriptor, interest, token)
  }

  /// Watches a descriptor no more. One that is not watched is left alone.
  public func remove(_ descriptor: CInt) { epoll_ctl(file.rawValue, EPOLL_CTL_DEL, descriptor, nil) }

  /// Waits until something is ready, ``wake()`` is called or the time has come.
  ///
  /// - Parameter deadline: Nanoseconds of CLOCK_MONOTONIC; nil waits without end.
  /// - Returns: what is ready; empty at the deadline, after ``wake()``, and after a signal.
  /// - Throws: ``SystemError``.
  public func wait(until deadline: Int64?) throws(SystemError) -> [Ready] {
    // ppoll on the epoll counts nanoseconds on every kernel; epoll_pwait2 came with Linux 5.11.
    var watched = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    let left = deadline.map { max(0, $0 - MonotonicClock.now()) } ?? -1
    if lc_ppoll(&watched, 1, left) < 0, Errno.current.rawValue != EINTR {
      throw SystemError("wait for sockets", errno: .current)
    }
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let epoll = file.rawValue
    let count = try check("wait for sockets") { epoll_wait(epoll, &events, CInt(events.count), 0) }
    return events.prefix(Int(count)).compactMap { event in
      guard event.data.u64 != Self.bellToken else {
        var value: eventfd_t = 0
        eventfd_read(bell.rawValue, &value)
        return nil
      }
      let failed = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
      return Ready(
        token: event.data.u64, isReadable: failed || event.events & EPOLLIN.rawValue != 0,
        isWritable: failed || event.events & EPOLLOUT.rawValue != 0)
    }
  }

  /// Makes a ``wait(until:)`` on another thread, now or the next one, return.
  public func wake() { eventfd_write(bell.rawValue, 1) }
}
