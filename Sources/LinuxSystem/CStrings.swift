internal import Glibc

/// An array of C strings with a null pointer at the end, freed with the value.
final class CStrings {
  /// The array as `execve(2)` takes it.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// The same array, with nothing to change.
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
