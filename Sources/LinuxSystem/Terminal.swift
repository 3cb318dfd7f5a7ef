internal import Glibc

/// The terminal that a descriptor may be.
public enum Terminal {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Its width in columns; nil if it is none or does not say.
  public static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes what was asked for to standard output.
  ///
  /// - Returns: whether the reader took it; one that went away (`| head`) is no fault.
  /// - Throws: ``SystemError`` if it cannot be written, as on a full disk.
  @discardableResult
  public static func print(_ text: String) throws(SystemError) -> Bool {
    do {
      try put(text, 1, "write to standard output")
      return true
    } catch  where error.errno == .brokenPipe {
      return false
    }
  }

  /// Writes text to a descriptor as it is, for what is said beside the facts: what cannot be written is dropped.
  public static func write(_ text: String, to descriptor: Int32) {
    do { try put(text, descriptor, "write to descriptor \(descriptor)") } catch {
      // There is nobody left to tell it to.
    }
  }

  private static func put(_ text: String, _ descriptor: Int32, _ operation: String) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try check(operation) { rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
      rest = rest.dropFirst(count)
    }
  }
}
