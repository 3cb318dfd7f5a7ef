internal import Glibc

/// What `/proc` says of the machine's processes.
public enum ProcessTable {
  /// This process's number.
  public static var ownNumber: Int32 { getpid() }

  /// The processes whose namespace of `kind` (`"pid"`, `"net"`, …) is `identity`, such as `"pid:[4026532280]"`.
  public static func members(_ kind: String, _ identity: String) -> [Int32] {
    names("/proc").compactMap { Int32($0) }.filter { namespace(kind, of: $0) == identity }
  }

  /// The namespace of `kind` that a process is in; nil if there is no such process.
  public static func namespace(_ kind: String, of process: Int32) -> String? { link("/proc/\(process)/ns/\(kind)") }

  /// The name of a process, cut to 15 bytes; empty if there is no such process.
  public static func name(of process: Int32) -> String {
    guard let file = fopen("/proc/\(process)/comm", "re") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count).prefix { $0 != 0x0a }, as: UTF8.self)
  }

  /// What this process holds that is the network namespace of `inode`: threads in it and open descriptors of it.
  public static func ownHolds(ofNetwork inode: UInt64) -> Int {
    let identity = "net:[\(inode)]"
    let threads = names("/proc/self/task").filter { link("/proc/self/task/\($0)/ns/net") == identity }
    let descriptors = names("/proc/self/fd").filter { link("/proc/self/fd/\($0)") == identity }
    return threads.count + descriptors.count
  }

  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func names(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var result: [String] = []
    while let entry = readdir(stream) {
      result.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return result
  }
}
