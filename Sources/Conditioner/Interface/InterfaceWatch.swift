internal import FoundationEssentials
internal import LinuxSystem
internal import Netlink

/// Waits until the time of an application is over, or it is cleared or replaced, and writes down what others change.
public struct InterfaceWatch: ~Copyable, Sendable {
  let conditioner: InterfaceConditioner
  let id: String
  let file: String
  let until: Int64
  let events: EventSocket
  let files: FolderWatch

  /// The longest wait: the clock of waits stands still while the machine sleeps, that of the promise does not.
  private static let longestWait: Int64 = 60_000_000_000

  /// Returns when the conditions are to be cleared, or are no longer this application's.
  ///
  /// - Throws: ``LabError`` or `SystemError`.
  public func untilOver() throws {
    var known: [String] = []
    // Whoever applies holds the lock until all is done and written down, and this stands in line for it: what differs then
    // is someone else's change, who was quicker than this process. Of a tool that was killed on the way it is not.
    guard let first = try conditioner.differences(id: id, file: file) else { return }
    var isApplied = try first.isEmpty || conditioner.folder.read(file)?.isComplete == true
    if isApplied, !first.isEmpty {
      known = first
      try note(first)
    }
    while true {
      let left = until - BootClock.now()
      guard left > 0 else { return }
      let ready = Wait.readable([events.descriptor, files.descriptor], nanoseconds: min(left, Self.longestWait))
      guard ready.contains(true) else { continue }
      _ = try events.read()
      files.silence()
      // Waits for whoever applies to be done; nothing is anyone else's change before that.
      guard let differences = try conditioner.differences(id: id, file: file) else { return }
      if differences.isEmpty { isApplied = true }
      guard isApplied, differences != known else { continue }
      known = differences
      if !differences.isEmpty { try note(differences) }
    }
  }

  private func note(_ differences: [String]) throws {
    let path = conditioner.folder.file(file + ".changes")
    let before = SystemFile.exists(path) ? try SystemFile.read(path) : ""
    let lines = differences.map { "\(Date().formatted(.iso8601)): \($0)\n" }
    // A program that fights over the interface must not fill the folder.
    let kept = (before.split(separator: "\n").map { $0 + "\n" } + lines.map { $0[...] }).suffix(100)
    try SystemFile.replace(path, with: kept.joined())
  }
}

extension InterfaceConditioner {
  /// A watch over what is written down, from now on.
  ///
  /// - Throws: ``LabError`` if another application, or one without an end, is written down.
  public func watch(id: String, file: String) throws -> InterfaceWatch {
    guard let state = try folder.read(file), state.id == id, let until = state.until else {
      throw LabError(.failed, "watch over \(folder.file(file))", because: "it holds nothing that ends.")
    }
    let events = try namespace.perform { try EventSocket(groups: [.qdiscs, .links]) }
    return InterfaceWatch(
      conditioner: self, id: id, file: file, until: until, events: events, files: try FolderWatch(folder.path))
  }
}
