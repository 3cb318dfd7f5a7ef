internal import Conditioner
internal import LinuxSystem

/// The process that keeps the promise of `--for`: it clears the interface when the time is over, whatever became of the
/// tool that started it, and writes down what others change meanwhile.
enum Watchdog {
  /// The word that makes the tool one; nobody writes it.
  static let word = "--watchdog"

  /// Starts one for what is about to be applied, and waits until it is ready.
  ///
  /// - Returns: how to call it off.
  static func start(
    _ state: InterfaceState, _ folder: StateFolder, _ namespace: TargetNamespace
  ) throws -> @Sendable () -> Void {
    let descriptor = namespace.descriptor
    let words = [word, folder.path, state.fileName, state.id, descriptor == nil ? "own" : "3"]
    let process = try DetachedProcess.startAgain(words, descriptor: descriptor)
    return { DetachedProcess.end(process) }
  }

  /// Whether one is there for what was applied. Equivalent to `pgrep --full`.
  static func isRunning(for state: InterfaceState) -> Bool {
    SystemFile.names(in: "/proc").contains { name in
      guard Int32(name) != nil else { return false }
      do {
        let words = try SystemFile.read("/proc/\(name)/cmdline").split(separator: "\0")
        return words.contains(Substring(word)) && words.contains(Substring(state.id))
      } catch {
        return false  // it has ended meanwhile
      }
    }
  }

  /// Runs as one.
  ///
  /// - Parameter words: the folder, the file in it, the application's id, and which namespace: `own`, or the number of its
  ///   descriptor.
  static func run(_ words: [String]) -> Int32 {
    guard words.count == 4 else { return CommandStatus.usage.rawValue }
    let (file, id) = (words[1], words[2])
    do {
      let reference: NamespaceReference =
        words[3] == "own" ? .own : .file(path: "/proc/self/fd/\(words[3])", name: words[3])
      let folder = StateFolder(path: words[0])
      let conditioner = InterfaceConditioner(namespace: try TargetNamespace(reference), folder: folder)
      let watch = try conditioner.watch(id: id, file: file)
      DetachedProcess.sayReady()
      try watch.untilOver()
      while true {
        do {
          _ = try conditioner.clear(id: id, file: file)
          return CommandStatus.done.rawValue
        } catch {
          // The promise stands: whatever stood against it may be gone in a moment.
          Wait.sleep(nanoseconds: 1_000_000_000)
        }
      }
    } catch {
      // Before it is ready whoever started it sees that it ended, and applies nothing.
      return CommandStatus.failed.rawValue
    }
  }
}
