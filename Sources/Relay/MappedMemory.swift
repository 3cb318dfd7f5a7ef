internal import Glibc

/// Memory mapped for itself, not taken from malloc, which clears what an earlier relay gave back, 20 ms for each lab: pages
/// that are never used take neither time nor memory.
struct MappedMemory: ~Copyable {
  let base: UnsafeMutableRawPointer
  private let bytes: Int

  init(bytes: Int) {
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { preconditionFailure("out of memory") }
    base = memory
    self.bytes = bytes
  }

  deinit { munmap(base, bytes) }
}
