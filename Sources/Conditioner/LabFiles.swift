/// The files and folders a command in a lab sees instead of the host's, through a private mount.
struct LabFiles: Hashable, Sendable {
  /// The address of the lab's DNS server.
  let nameServer: String

  /// Paths and contents, to be bound over the real ones.
  var contents: [(path: String, contents: String)] {
    [
      ("/etc/resolv.conf", "nameserver \(nameServer)\n"),
      ("/etc/hosts", "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n"),
      ("/etc/nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n"),
    ]
  }

  /// Daemons of the host that would answer for the lab's names: hidden.
  static let hidden = [
    "/run/nscd", "/var/run/nscd", "/run/systemd/resolve", "/run/avahi-daemon", "/run/dbus",
  ]
}
