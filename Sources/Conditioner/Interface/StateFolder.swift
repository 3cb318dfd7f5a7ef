internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem

/// The folder in which linkcond writes down what it did to interfaces; gone when the machine starts anew.
public struct StateFolder: Hashable, Sendable {
  /// Where it is.
  public let path: String

  /// One at a place of one's own.
  public init(path: String) { self.path = path }

  /// `/run/linkcond` where it can be written, else `linkcond` in `XDG_RUNTIME_DIR`.
  ///
  /// - Throws: ``LabError`` where neither may be written, `SystemError` where neither can.
  public static func standard() throws -> StateFolder {
    do {
      try SystemFile.makeFolder(common)
      return StateFolder(path: common)
    } catch {
      if let own {
        do {
          try SystemFile.makeFolder(own)
          return StateFolder(path: own)
        } catch {
          // The other place is the one to tell of.
        }
      }
      guard error.errno == .permissionDenied || error.errno == .notPermitted else { throw error }
      throw notPermitted("write down what is done to interfaces", "'\(common)' cannot be written by this user.")
    }
  }

  /// The same for who only reads: it need neither be writable nor be there.
  public static func forReading() -> StateFolder {
    if !SystemFile.isReadableFolder(common), let own, SystemFile.exists(own) || !SystemFile.exists(common) {
      return StateFolder(path: own)
    }
    return StateFolder(path: common)
  }

  /// Makes sure that what it holds can be seen, where it is there.
  ///
  /// - Throws: ``LabError``.
  public func checkReadable() throws(LabError) {
    guard SystemFile.exists(path), !SystemFile.isReadableFolder(path) else { return }
    throw Self.notPermitted("read what was done to interfaces", "'\(path)' cannot be read by this user.")
  }

  private static let common = "/run/linkcond"

  private static var own: String? {
    unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) + "/linkcond" }
  }

  private static func notPermitted(_ operation: String, _ cause: String) -> LabError {
    LabError(.notPermitted, operation, because: cause, advice: "Run as root.")
  }

  /// Waits until nobody else changes interfaces, and keeps others from it.
  func lock() throws(SystemError) -> FileLock {
    let lock = try FileLock("\(path)/lock")
    // Only who holds it writes here: what has no name yet is what a killed process did not get to rename.
    for name in SystemFile.names(in: path) where name.hasSuffix(SystemFile.temporaryEnding) {
      try SystemFile.remove(file(name))
    }
    return lock
  }

  /// The lock if nobody changes interfaces, for looking; nil if somebody does.
  func lockIfFree() throws(SystemError) -> FileLock? { try FileLock(ifFree: "\(path)/lock") }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The state in a file; nil if there is none.
  ///
  /// - Throws: ``DamagedState``.
  func read(_ name: String) throws -> InterfaceState? {
    guard SystemFile.exists(file(name)) else { return nil }
    let text: String
    do { text = try SystemFile.read(file(name)) } catch {
      // Who may not read it knows nothing of it.
      guard error.errno != .permissionDenied, error.errno != .notPermitted else { throw error }
      throw DamagedState(file(name), because: "it cannot be read (\(error.errno)).")
    }
    do {
      return try JSONDecoder().decode(InterfaceState.self, from: Data(text.utf8))
    } catch {
      throw DamagedState(file(name), because: "it is not what linkcond writes.")
    }
  }

  /// All states of this start of the machine, in order of their files, and the files that hold none.
  ///
  /// - Parameter keepsOld: Whether those of an earlier start stay, instead of being taken away.
  /// - Throws: `SystemError` for a file that may not be read.
  public func states(keepsOld: Bool = false) throws -> (readable: [InterfaceState], damaged: [DamagedState]) {
    let boot = try KernelSetting.read("kernel/random/boot_id")
    var states: [InterfaceState] = []
    var damaged: [DamagedState] = []
    for name in SystemFile.names(in: path) where name.hasSuffix(".json") {
      do {
        guard let state = try read(name) else { continue }
        if state.bootID == boot { states.append(state) } else if !keepsOld { try remove(state) }
      } catch let error as DamagedState {
        damaged.append(error)
      }
    }
    return (states, damaged)
  }

  func write(_ state: InterfaceState) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(state), as: UTF8.self)
    try SystemFile.replace(file(state.fileName), with: text + "\n")
  }

  /// Takes away what is written down of an interface whose namespace is gone.
  ///
  /// - Throws: `SystemError`.
  public func forget(_ state: InterfaceState) throws {
    let lock = try lock()
    try remove(state)
    withExtendedLifetime(lock) {}
  }

  func remove(_ state: InterfaceState) throws {
    try SystemFile.remove(file(state.fileName))
    try SystemFile.remove(notes(state))
  }

  /// Where the watchdog writes down what others changed.
  func notes(_ state: InterfaceState) -> String { file(state.fileName + ".changes") }
}
