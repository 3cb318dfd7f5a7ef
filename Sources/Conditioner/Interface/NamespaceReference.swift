internal import LinuxSystem

/// Which network namespace is meant: the tool's own, or one by name, path or process.
public enum NamespaceReference: Hashable, Sendable, CustomStringConvertible {
  /// The one this process is in.
  case own
  /// The one that a file stands for, and how the user called it.
  case file(path: String, name: String)

  /// Reads what `--namespace` takes: a path with a `/`, a process number, or a name as `ip netns` knows it.
  ///
  /// A path that depends on the folder is made one that does not: what is written down with it is read from others.
  public init(_ text: String) {
    if text.contains("/") {
      let path = text.hasPrefix("/") ? text : "\(SystemFile.currentFolder)/\(text)"
      self = .file(path: path, name: path)
    } else if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      self = .file(path: "/proc/\(text)/ns/net", name: text)
    } else {
      self = .file(path: Self.named(text), name: text)
    }
  }

  /// The path of a namespace by its name for `ip netns`.
  static func named(_ name: String) -> String { "/run/netns/\(name)" }

  /// How the user called it; `this namespace` for the own.
  public var description: String {
    switch self {
    case .own: "this namespace"
    case .file(_, let name): "namespace \(name)"
    }
  }

  /// What to write behind `--namespace` to mean it again; nil for the own.
  public var argument: String? {
    switch self {
    case .own: nil
    case .file(_, let name): name
    }
  }
}
