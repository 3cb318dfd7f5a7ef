internal import CLinux
internal import Glibc

/// A descriptor that one thread rings and another polls. The corresponding C function is `eventfd(2)`.
public final class Bell: Sendable {
  private let file: FileDescriptor

  /// Makes a bell that has not rung.
  ///
  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    file = FileDescriptor(
      adopting: try check("make an event descriptor") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// Readable once it has rung; for `poll(2)`.
  public var descriptor: Int32 { file.rawValue }

  /// Makes it readable.
  public func ring() { eventfd_write(file.rawValue, 1) }

  /// Makes it unreadable again.
  public func silence() {
    var count: eventfd_t = 0
    eventfd_read(file.rawValue, &count)
  }
}
