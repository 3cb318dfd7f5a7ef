internal import Glibc

/// A command to start in a lab's namespace.
public struct SpawnRequest: Sendable {
  /// The command and its arguments; a name without a slash is looked up in `PATH`.
  public var arguments: [String]
  /// The environment; this process's by default.
  public var environment: [String: String]
  /// The folder it starts in; this process's by default.
  public var workingDirectory: String
  /// A descriptor of the network namespace it runs in; -1 stands for this process's.
  public var networkNamespace: CInt
  /// A descriptor of a network namespace that it may join, by ``joinedNamespacePath`` and with the capabilities of this
  /// process; -1 stands for none.
  public var joinedNamespace: CInt = -1
  /// Files it sees with other contents than everyone else, also where a link leads nowhere; at most 26. Those that do not
  /// exist are left out and told of in ``LabProcess/filesNotShown``.
  public var files: [(path: String, contents: String)] = []
  /// Folders that it sees empty. Those that do not exist are left out.
  public var hiddenDirectories: [String] = []
  /// Whom it runs as; nil keeps this process's.
  public var identity: Identity?
  /// Whether it gets a session of its own: what it sends to its process group then stays there, and no terminal signals it.
  public var hasOwnSession = false
  /// Whether it gets a process group of its own, and that the foreground of the terminal that its descriptor 0 is. For a
  /// shell with job control, which does so anyway, but gives the terminal back to the group that it came from as it ends:
  /// this process's has no number in the PID namespace, and `dash` fails at that.
  public var takesForeground = false
  /// What becomes its descriptor 0; -1 stands for `/dev/null`.
  public var standardInput: CInt = 0
  /// What becomes its descriptor 1; -1 stands for `/dev/null`.
  public var standardOutput: CInt = 1
  /// What becomes its descriptor 2; -1 stands for `/dev/null`.
  public var standardError: CInt = 2
  /// What becomes its descriptor 3; -1 stands for none.
  public var statusDescriptor: CInt = -1

  /// A request with this process's environment, folder and standard descriptors.
  public init(arguments: [String], networkNamespace: CInt) {
    self.arguments = arguments
    self.networkNamespace = networkNamespace
    environment = Self.currentEnvironment
    workingDirectory = Self.currentDirectory
  }

  /// Where a command finds the namespace that it may join: that of the init it runs under.
  public static let joinedNamespacePath = "/proc/1/ns/net"

  private static var currentEnvironment: [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let split = text.firstIndex(of: "=") {
        result[String(text[..<split])] = String(text[text.index(after: split)...])
      }
      next += 1
    }
    return result
  }

  /// This process's folder; `/` if it is gone.
  public static var currentDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The paths that `execvp(3)` would try.
  var candidates: [String] {
    guard let name = arguments.first, !name.isEmpty else { return [] }
    if name.contains("/") { return [name] }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map { ($0.isEmpty ? "." : $0) + "/" + name }
  }
}
