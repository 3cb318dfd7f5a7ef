internal import Glibc
internal import Synchronization

/// Notices that the file under a path may have become another: written, replaced, taken away or put there, behind however
/// many symbolic links. The corresponding C functions are those of `inotify(7)`.
///
/// What is there is watched for, and each folder in which a link to it, or it itself, has its name; of a folder that does not
/// exist, the nearest above that does. A link among the folders themselves that is set anew is not noticed, nor is a mount.
public final class FileWatch: Sendable {
  private let path: String
  private let file: FileDescriptor
  /// By watch: the names in the folder that count; none if whatever happens to it counts.
  private let watches = Mutex<[Int32: Set<String>]>([:])

  /// No IN_MODIFY: who writes a file in place has emptied it first, and closes it when it is whole.
  private static let mask =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
  /// As many links the kernel follows, too (path_resolution(7)).
  private static let mostLinks = 40

  /// Watches from now on.
  ///
  /// - Parameter path: Absolute; nothing needs to be there.
  /// - Throws: ``SystemError`` if descriptors are used up, or what `fs.inotify.max_user_instances` allows.
  public init(_ path: String) throws(SystemError) {
    self.path = path
    file = FileDescriptor(
      adopting: try check("make a watch over \(path)") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    watches.withLock { watchAnew(&$0) }
  }

  /// Readable when ``hasChanged()`` has something to say; for `poll(2)`.
  public var descriptor: Int32 { file.rawValue }

  /// Whether something happened to it since the last call; never waits.
  public func hasChanged() -> Bool {
    watches.withLock { watches in
      var isChanged = false
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let got = read(file.rawValue, &buffer, buffer.count)
        guard got > 0 else { break }
        isChanged = Self.concerns(buffer[..<got], watches) || isChanged
      }
      // A link may lead elsewhere now, and a folder be there or gone.
      if isChanged { watchAnew(&watches) }
      return isChanged
    }
  }

  /// Whether one of the events counts. `struct inotify_event`: watch s32, mask u32, cookie u32, length u32, then the name.
  private static func concerns(_ events: ArraySlice<UInt8>, _ watches: [Int32: Set<String>]) -> Bool {
    var rest = events
    while rest.count >= 16 {
      let (watch, mask, length) = rest.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: 0, as: Int32.self),
          bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        )
      }
      let name = String(decoding: rest.dropFirst(16).prefix(Int(length)).prefix { $0 != 0 }, as: UTF8.self)
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      // One that was taken away still has events on their way.
      if let names = watches[watch], names.isEmpty || name.isEmpty || names.contains(name) { return true }
      rest = rest.dropFirst(16 + Int(length))
    }
    return false
  }

  private func watchAnew(_ watches: inout [Int32: Set<String>]) {
    // What changes between looking and watching is looked at again; who changes it all the time is followed later.
    for _ in 0..<8 {
      let places = Self.places(path)
      var new: [Int32: Set<String>] = [:]
      for (place, names) in places {
        let watch = inotify_add_watch(file.rawValue, place, UInt32(Self.mask))
        guard watch >= 0 else { continue }
        let known = new[watch]
        new[watch] = names.isEmpty || known?.isEmpty == true ? [] : names.union(known ?? [])
      }
      for watch in watches.keys where new[watch] == nil { inotify_rm_watch(file.rawValue, watch) }
      watches = new
      if Self.places(path) == places { return }
    }
  }

  /// The folders with the names that count in them, and what the path leads to without any.
  private static func places(_ path: String) -> [String: Set<String>] {
    var places: [String: Set<String>] = [:]
    var path = path
    for _ in 0..<mostLinks {
      var (folder, name) = split(path)
      while SystemFile.inode(folder) == nil, folder != "/" { (folder, name) = split(folder) }
      places[folder, default: []].insert(name)
      guard let target = SystemFile.link(path) else {
        if SystemFile.exists(path) { places[path] = [] }
        return places
      }
      path = target.hasPrefix("/") ? target : "\(split(path).folder)/\(target)"
    }
    return places
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("/", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
