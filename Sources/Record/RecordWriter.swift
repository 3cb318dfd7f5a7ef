internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Writes a record: each event is one line and in the file as soon as the call returns, so a killed run keeps what it had.
public final class RecordWriter: Sendable {
  private struct State {
    var descriptor: Int32
    var failure: RecordFailure?
  }

  private let path: String
  private let state: Mutex<State>

  /// Makes a new file, as `open` with `O_CREAT` and `O_EXCL` does.
  ///
  /// - Throws: ``RecordFailure``, also if there is a file of this name: a record is never overwritten.
  public init(path: String) throws(RecordFailure) {
    self.path = path
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw RecordFailure("create the record", path, errno) }
    state = Mutex(State(descriptor: descriptor))
  }

  /// Takes over an open descriptor.
  init(adopting descriptor: Int32, path: String) {
    self.path = path
    state = Mutex(State(descriptor: descriptor))
  }

  /// The first thing that went wrong while writing, such as a full disk; nothing is written after it.
  public var failure: RecordFailure? { state.withLock { $0.failure } }

  /// Writes an event. A failure is kept in ``failure``, for the end of the run to report.
  public func write(_ event: RecordEvent) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let line = Array(try encoder.encode(event)) + [10]
      state.withLock { append(line, to: &$0) }
    } catch {
      state.withLock { if $0.failure == nil { $0.failure = RecordFailure("encode an event of", path, EINVAL) } }
    }
  }

  /// Closes the file; every event written so far is in it.
  ///
  /// - Throws: ``failure``, if something went wrong while writing, or what `close` says, as a full network disk may.
  public func close() throws(RecordFailure) {
    let failure = state.withLock { state -> RecordFailure? in
      guard state.descriptor >= 0 else { return state.failure }
      // On Linux the descriptor is gone whatever `close` returns.
      let result = Glibc.close(state.descriptor)
      state.descriptor = -1
      if result != 0, state.failure == nil { state.failure = RecordFailure("close the record", path, errno) }
      return state.failure
    }
    if let failure { throw failure }
  }

  private func append(_ line: [UInt8], to state: inout State) {
    guard state.failure == nil else { return }
    guard state.descriptor >= 0 else {
      state.failure = RecordFailure("write to the closed record", path, EBADF)
      return
    }
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(state.descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        state.failure = RecordFailure("write to the record", path, errno)
        return
      }
      rest = rest.dropFirst(written)
    }
  }

  deinit {
    state.withLock { state in
      if state.descriptor >= 0 { _ = Glibc.close(state.descriptor) }
    }
  }
}
