internal import LinuxSystem

/// Which radios are switched off, as `rfkill(8)` lists them; a machine without `/sys` or without radios blocks none.
enum BlockedRadios {
  /// Each file is a line; the kernel numbers radios from 0 and keeps numbers that were used.
  static func read(folder: String = "/sys/class/rfkill") -> Set<InterfaceType> {
    guard exists(folder) else { return [] }
    var states: [InterfaceType: [Bool]] = [:]
    for number in 0..<32 {
      guard let kind = line("\(folder)/rfkill\(number)/type") else { continue }
      let isBlocked = ["soft", "hard"].contains { line("\(folder)/rfkill\(number)/\($0)") == "1" }
      switch kind {
      case "wlan": states[.wifi, default: []].append(isBlocked)
      case "wwan": states[.cellular, default: []].append(isBlocked)
      default: break
      }
    }
    return Set(states.filter { $0.value.allSatisfy(\.self) }.keys)
  }

  private static func exists(_ path: String) -> Bool {
    do {
      _ = try FileDescriptor(path: path, flags: 0)
      return true
    } catch {
      return false
    }
  }

  private static func line(_ path: String) -> String? {
    do {
      let bytes = try FileDescriptor(path: path, flags: 0).read(64, operation: "read \(path)")
      return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
    } catch {
      return nil
    }
  }
}
