internal import CLinux
internal import Glibc

/// The offloads of an interface in the calling thread's namespace. Equivalent to `ethtool -k` and `-K`.
public enum InterfaceFeatures {
  private static let nameLength = Int(ETH_GSTRING_LEN)

  /// All features with their state, under the kernel's names such as `tx-tcp-segmentation` and `rx-gro`.
  ///
  /// - Throws: ``SystemError``.
  public static func get(_ interface: String) throws(SystemError) -> [String: Bool] {
    let control = try Control(interface)
    let active = try control.active()
    var features: [String: Bool] = [:]
    for (index, name) in try control.names().enumerated() where !name.isEmpty {
      features[name] = active[index / 32] & (1 << UInt32(index % 32)) != 0
    }
    return features
  }

  /// The names of the features that can be turned on and off.
  ///
  /// - Throws: ``SystemError``.
  public static func changeable(_ interface: String) throws(SystemError) -> Set<String> {
    let control = try Control(interface)
    let (available, fixed) = (try control.words(.available), try control.words(.neverChanged))
    var features: Set<String> = []
    for (index, name) in try control.names().enumerated() where !name.isEmpty {
      let bit = UInt32(1) << UInt32(index % 32)
      if available[index / 32] & bit != 0, fixed[index / 32] & bit == 0 { features.insert(name) }
    }
    return features
  }

  /// Changes features and reads them back; names that this kernel does not know are left out.
  ///
  /// - Throws: ``SystemError`` if the kernel refuses or keeps another state than asked.
  public static func set(_ interface: String, _ changes: [String: Bool]) throws(SystemError) {
    let control = try Control(interface)
    let names = try control.names()
    let words = (names.count + 31) / 32
    var valid = [UInt32](repeating: 0, count: words)
    var wanted = [UInt32](repeating: 0, count: words)
    for (index, name) in names.enumerated() {
      guard let on = changes[name] else { continue }
      valid[index / 32] |= 1 << UInt32(index % 32)
      if on { wanted[index / 32] |= 1 << UInt32(index % 32) }
    }
    var command: [UInt32] = [UInt32(ETHTOOL_SFEATURES), UInt32(words)]
    for word in 0..<words { command += [valid[word], wanted[word]] }
    try control.send(&command, "change the offloads of \(interface)")
    let active = try control.active()
    for (index, name) in names.enumerated() {
      guard let on = changes[name], (active[index / 32] & (1 << UInt32(index % 32)) != 0) != on else { continue }
      throw SystemError("turn \(name) \(on ? "on" : "off") on \(interface)", errno: .notSupported)
    }
  }

  /// Lets the receiving side of an interface work in a kernel thread of its own, so that the sender does not pay for it.
  ///
  /// Equivalent to `echo 1 > /sys/class/net/X/threaded`, in a sysfs of this namespace that is mounted nowhere.
  ///
  /// - Throws: ``SystemError`` where such a sysfs may not be made.
  public static func setThreadedNAPI(_ interface: String, _ on: Bool) throws(SystemError) {
    let mount = try check("make a sysfs of this namespace") { lc_detached_sysfs() }
    let folder = FileDescriptor(adopting: mount)
    let path = "class/net/\(interface)/threaded"
    let file = FileDescriptor(
      adopting: try check("open /sys/\(path)") { openat(folder.rawValue, path, O_WRONLY | O_CLOEXEC) })
    try file.write(Array((on ? "1" : "0").utf8), operation: "write /sys/\(path)")
  }

  /// The ethtool conversation about one interface.
  private struct Control: ~Copyable {
    let interface: String
    let socket: FileDescriptor

    init(_ interface: String) throws(SystemError) {
      self.interface = interface
      let number = try check("make a socket for ethtool") {
        Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      }
      socket = FileDescriptor(adopting: number)
    }

    func send(_ command: inout [UInt32], _ operation: String) throws(SystemError) {
      let number = socket.rawValue
      try check(operation) {
        command.withUnsafeMutableBytes { lc_ethtool(number, interface, $0.baseAddress) }
      }
    }

    /// ETHTOOL_GSSET_INFO and ETHTOOL_GSTRINGS for ETH_SS_FEATURES.
    func names() throws(SystemError) -> [String] {
      let set = UInt32(ETH_SS_FEATURES.rawValue)
      var info: [UInt32] = [UInt32(ETHTOOL_GSSET_INFO), 0, 1 << set, 0, 0]
      try send(&info, "count the offloads of \(interface)")
      let count = Int(info[4])
      var strings = [UInt32](repeating: 0, count: 3 + count * nameLength / 4)
      strings[0] = UInt32(ETHTOOL_GSTRINGS)
      strings[1] = set
      strings[2] = UInt32(count)
      try send(&strings, "name the offloads of \(interface)")
      let bytes = strings.withUnsafeBytes { Array($0.dropFirst(12)) }
      return (0..<count).map { index in
        let name = bytes[(index * nameLength)..<((index + 1) * nameLength)].prefix { $0 != 0 }
        return String(decoding: name, as: UTF8.self)
      }
    }

    /// Which word of a block of ETHTOOL_GFEATURES.
    enum Word: Int {
      case available
      case requested
      case active
      case neverChanged
    }

    func active() throws(SystemError) -> [UInt32] { try words(.active) }

    /// ETHTOOL_GFEATURES: four words for each 32 features.
    func words(_ word: Word) throws(SystemError) -> [UInt32] {
      let blocks = 8
      var features: [UInt32] = [UInt32(ETHTOOL_GFEATURES), UInt32(blocks)]
      features += [UInt32](repeating: 0, count: blocks * 4)
      try send(&features, "read the offloads of \(interface)")
      return (0..<blocks).map { features[2 + $0 * 4 + word.rawValue] }
    }
  }
}
