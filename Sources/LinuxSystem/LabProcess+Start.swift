internal import CLinux
internal import Glibc

extension LabProcess {
  /// Puts a request into C's form and hands it to `lc_spawn`.
  ///
  /// - Returns: C's answer and the files that could not be shown, because the machine has nothing at their place.
  static func start(_ request: SpawnRequest) throws(SpawnError) -> (lc_spawn_result, filesNotShown: [String]) {
    guard let command = request.arguments.first else {
      throw SpawnError(step: "read the command", errno: .invalidArgument, command: "", isExecution: true)
    }
    var status = stat()
    let shown = request.files.filter { lstat($0.path, &status) == 0 }
    let notShown = request.files.map(\.path).filter { path in !shown.contains { $0.path == path } }

    let arguments = CStrings(request.arguments)
    // C puts the script's path into the gap.
    let shell = CStrings(["/bin/sh", ""] + request.arguments.dropFirst())
    let environment = CStrings(request.environment.map { "\($0.key)=\($0.value)" })
    let candidates = CStrings(request.candidates)
    let paths = CStrings(shown.map(\.path))
    let contents = CStrings(shown.map(\.contents))
    let hidden = CStrings(request.hiddenDirectories)
    let groups = request.identity?.groups ?? []

    var result = lc_spawn_result()
    let outcome = request.workingDirectory.withCString { directory in
      groups.withUnsafeBufferPointer { groups in
        var wire = lc_spawn_request()
        wire.candidates = candidates.constant
        wire.arguments = UnsafePointer(arguments.pointers)
        wire.shell_arguments = shell.pointers
        wire.environment = UnsafePointer(environment.pointers)
        wire.directory = directory
        wire.network_namespace = request.networkNamespace
        wire.joined_namespace = request.joinedNamespace
        wire.file_paths = paths.constant
        wire.file_contents = contents.constant
        wire.hidden = hidden.constant
        wire.own_session = request.hasOwnSession ? 1 : 0
        wire.own_foreground = request.takesForeground ? 1 : 0
        wire.descriptor_limit = DescriptorLimit.usual ?? 0
        wire.has_identity = request.identity == nil ? 0 : 1
        wire.user = request.identity?.user ?? 0
        wire.group = request.identity?.group ?? 0
        wire.groups = groups.baseAddress
        wire.group_count = UInt(groups.count)
        wire.descriptors = (
          request.standardInput, request.standardOutput, request.standardError, request.statusDescriptor
        )
        return lc_spawn(&wire, &result)
      }
    }
    guard outcome == 0 else {
      let failed = UInt32(result.failed_step)
      // What the kernel answers for a root that is none of its mounts.
      let isBareChroot = failed == LC_STEP_PRIVATE_MOUNTS.rawValue && result.failed_errno == EINVAL
      throw SpawnError(
        step: stepName(failed, Int(result.failed_item), request, shown.map(\.path)),
        errno: Errno(rawValue: result.failed_errno), command: command, isExecution: failed == LC_STEP_EXEC.rawValue,
        advice: isBareChroot
          ? "The root of this chroot is no mount point; make it one before entering: 'mount --bind DIR DIR'." : nil)
    }
    return (result, notShown)
  }

  private static func stepName(_ step: UInt32, _ item: Int, _ request: SpawnRequest, _ files: [String]) -> String {
    switch step {
    case LC_STEP_CLONE.rawValue: "make a PID and a mount namespace"
    case LC_STEP_NETWORK.rawValue: "enter the lab's network namespace"
    case LC_STEP_PRIVATE_MOUNTS.rawValue: "make the mounts private"
    case LC_STEP_FILE.rawValue: "show the lab's own \(files[item])"
    case LC_STEP_HIDE.rawValue: "hide \(request.hiddenDirectories[item])"
    case LC_STEP_SYS.rawValue: "mount the lab's own /sys"
    case LC_STEP_PROC.rawValue: "mount the lab's own /proc"
    case LC_STEP_FORK.rawValue: "fork"
    case LC_STEP_IDENTITY.rawValue: "become \(request.identity?.description ?? "another user")"
    case LC_STEP_NO_NEW_PRIVILEGES.rawValue: "forbid new privileges"
    case LC_STEP_DESCRIPTORS.rawValue: "hand over descriptor \(item)"
    case LC_STEP_DIRECTORY.rawValue: "enter the folder \(request.workingDirectory)"
    default: "execute it"
    }
  }
}
