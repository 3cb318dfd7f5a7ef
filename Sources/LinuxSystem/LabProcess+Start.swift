internal import CLinux
internal import Glibc

extension LabProcess {
  /// Puts a request into C's form and hands it to `lc_spawn`.
  static func start(_ request: SpawnRequest) throws -> lc_spawn_result {
    guard let command = request.arguments.first else {
      throw SpawnError(step: "read the command", errno: Errno(rawValue: EINVAL), command: "", isExecution: true)
    }
    var sources: [CInt] = []
    defer { for source in sources { close(source) } }
    var targets: [String] = []
    for (path, contents) in request.files {
      // The real path: /etc/resolv.conf is often a link to somewhere under /run.
      guard let real = realpath(path, nil) else { continue }
      defer { free(real) }
      targets.append(String(cString: real))
      sources.append(try temporaryFile(contents))
    }
    let arguments = CStrings(request.arguments)
    let environment = CStrings(request.environment.map { "\($0.key)=\($0.value)" })
    let candidates = CStrings(request.candidates)
    let files = CStrings(targets)
    let hidden = CStrings(request.hiddenDirectories)
    let groups = request.identity?.groups ?? []

    var result = lc_spawn_result()
    let outcome = request.workingDirectory.withCString { directory in
      sources.withUnsafeBufferPointer { sources in
        groups.withUnsafeBufferPointer { groups in
          var wire = lc_spawn_request()
          wire.candidates = candidates.constant
          wire.arguments = UnsafePointer(arguments.pointers)
          wire.environment = UnsafePointer(environment.pointers)
          wire.directory = directory
          wire.network_namespace = request.networkNamespace
          wire.file_targets = files.constant
          wire.file_sources = sources.baseAddress
          wire.hidden = hidden.constant
          wire.has_identity = request.identity == nil ? 0 : 1
          wire.user = request.identity?.user ?? 0
          wire.group = request.identity?.group ?? 0
          wire.groups = groups.baseAddress
          wire.group_count = UInt(groups.count)
          wire.descriptors = (request.standardInput, request.standardOutput, request.standardError)
          return lc_spawn(&wire, &result)
        }
      }
    }
    guard outcome == 0 else {
      throw SpawnError(
        step: stepName(UInt32(result.failed_step)), errno: Errno(rawValue: result.failed_errno), command: command,
        isExecution: UInt32(result.failed_step) == LC_STEP_EXEC.rawValue)
    }
    return result
  }

  private static func temporaryFile(_ contents: String) throws(SystemError) -> CInt {
    let file = FileDescriptor(adopting: try check("make a file in memory") { lc_memory_file() })
    try file.write(Array(contents.utf8), operation: "write a file in memory")
    return file.release()
  }

  private static func stepName(_ step: UInt32) -> String {
    switch step {
    case LC_STEP_CLONE.rawValue: "make a PID and a mount namespace"
    case LC_STEP_NETWORK.rawValue: "enter the lab's network namespace"
    case LC_STEP_PRIVATE_MOUNTS.rawValue: "make the mounts private"
    case LC_STEP_FILE.rawValue: "show the lab's own resolv.conf, hosts and nsswitch.conf"
    case LC_STEP_HIDE.rawValue: "hide the host's name services"
    case LC_STEP_SYS.rawValue: "mount the lab's own /sys"
    case LC_STEP_PROC.rawValue: "mount the lab's own /proc"
    case LC_STEP_FORK.rawValue: "fork"
    case LC_STEP_IDENTITY.rawValue: "take on the caller's user and groups"
    case LC_STEP_DESCRIPTORS.rawValue: "hand over standard input and output"
    case LC_STEP_DIRECTORY.rawValue: "enter the working directory"
    default: "execute it"
    }
  }
}

/// An array of C strings with a null pointer at the end, freed with the value.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  let constant: UnsafePointer<UnsafePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
    constant = UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
