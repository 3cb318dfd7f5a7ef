internal import Glibc
internal import LinuxSystem

/// Starts its arguments in a namespace as an ordinary user has to: in a user namespace of its own.
///
/// Exits with the command's status; 70 and the error on standard output if that is not to be had.
@main
enum OrdinaryUser {
  static func main() async {
    do {
      let isNeeded = UserNamespace.isNeeded
      try UserNamespace.enter()
      print("needed: \(isNeeded), then: \(UserNamespace.isNeeded)")
      fflush(nil)
      let namespace = try NetworkNamespace.create(name: "ordinary")
      var request = SpawnRequest(
        arguments: Array(CommandLine.arguments.dropFirst()), networkNamespace: namespace.descriptor)
      request.files = [("/etc/resolv.conf", "nameserver 203.0.113.1\n")]
      request.hiddenDirectories = ["/run/dbus"]
      exit(try await LabProcess.spawn(request).wait().shellCode)
    } catch {
      print(error)
      exit(70)
    }
  }
}
