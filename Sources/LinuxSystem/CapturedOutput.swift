internal import CLinux
internal import Glibc
internal import Synchronization

/// A pipe whose one end a command writes to and whose other end is collected.
public final class CapturedOutput: Sendable {
  /// What the command gets; valid until ``closeWriteEnd()``.
  public let writeEnd: CInt
  private let readEnd: FileDescriptor
  private let isClosed = Mutex(false)

  /// Makes the pipe.
  ///
  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    var ends: [CInt] = [0, 0]
    try check("make a pipe") { lc_pipe(&ends) }
    readEnd = FileDescriptor(adopting: ends[0])
    writeEnd = ends[1]
  }

  /// Closes this process's copy of the writing end, so that the end of the command is the end of the text.
  public func closeWriteEnd() {
    isClosed.withLock { closed in
      if !closed { close(writeEnd) }
      closed = true
    }
  }

  /// All that was written, as UTF-8, once every writer is gone. Reading is done on a thread of its own.
  public func text() async -> String {
    await withCheckedContinuation { continuation in
      do {
        _ = try OwnThread(name: "lc-output") { continuation.resume(returning: self.collect()) }
      } catch {
        continuation.resume(returning: collect())
      }
    }
  }

  /// Starts a thread that gives each line, without its end, and the time at which it was read, in nanoseconds of
  /// CLOCK_MONOTONIC. A last line that has no end counts. The thread ends once every writer is gone.
  ///
  /// - Parameter longest: Longer lines come in pieces of so many bytes, of which all but the last say that they are cut.
  /// - Throws: ``SystemError`` if the machine allows no more threads.
  public func lines(
    longest: Int = 8192, _ action: @escaping @Sendable (_ line: OutputLine, _ time: Int64) -> Void
  ) throws(SystemError) -> OwnThread {
    try OwnThread(name: "lc-lines") {
      var splitter = LineSplitter(longest: longest)
      do {
        while true {
          let more = try self.readEnd.read(65_536, operation: "read a command's output")
          let now = MonotonicClock.now()
          if more.isEmpty { break }
          for line in splitter.add(more) { action(line, now) }
        }
      } catch {
        // A pipe that can't be read any more has ended.
      }
      if let rest = splitter.finish() { action(rest, MonotonicClock.now()) }
    }
  }

  /// Whether something was written, or the last writer is gone, within so many nanoseconds.
  func isReadable(within nanoseconds: Int64) -> Bool {
    Wait.readable([readEnd.rawValue], nanoseconds: nanoseconds)[0]
  }

  /// The next byte that was written; nil if none will be.
  func firstByte() -> UInt8? {
    var byte: UInt8 = 0
    return Glibc.read(readEnd.rawValue, &byte, 1) == 1 ? byte : nil
  }

  private func collect() -> String {
    var bytes: [UInt8] = []
    do {
      while true {
        let more = try readEnd.read(65_536, operation: "read a command's output")
        if more.isEmpty { break }
        bytes += more
      }
    } catch {
      // A pipe that can't be read any more has ended.
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit { closeWriteEnd() }
}
