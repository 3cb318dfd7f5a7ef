/// A first-in, first-out queue in one block of memory that grows by doubling and never shrinks.
struct Ring<Element: BitwiseCopyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity = 64
  private var head = 0
  private(set) var count = 0

  init() { storage = .allocate(capacity: 64) }

  var first: Element? { count == 0 ? nil : storage[head] }

  var last: Element? { self[count - 1] }

  subscript(offset: Int) -> Element? {
    offset >= 0 && offset < count ? storage[(head + offset) & (capacity - 1)] : nil
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (storage + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  mutating func removeFirst(_ number: Int = 1) {
    let taken = min(number, count)
    head = (head + taken) & (capacity - 1)
    count -= taken
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    let front = capacity - head
    larger.update(from: storage + head, count: front)
    (larger + front).update(from: storage, count: count - front)
    storage.deallocate()
    storage = larger
    capacity *= 2
    head = 0
  }

  deinit { storage.deallocate() }
}
