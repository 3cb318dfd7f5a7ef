/// A first-in, first-out queue in one block of memory that grows by doubling and never shrinks.
struct Ring<Element> {
  private var storage: [Element?] = Array(repeating: nil, count: 64)
  private var head = 0
  private(set) var count = 0

  var first: Element? { count == 0 ? nil : storage[head] }

  var last: Element? { count == 0 ? nil : storage[(head + count - 1) & (storage.count - 1)] }

  subscript(offset: Int) -> Element? { offset < count ? storage[(head + offset) & (storage.count - 1)] : nil }

  mutating func append(_ element: Element) {
    if count == storage.count { grow() }
    storage[(head + count) & (storage.count - 1)] = element
    count += 1
  }

  mutating func removeFirst(_ number: Int = 1) {
    let taken = min(number, count)
    head = (head + taken) & (storage.count - 1)
    count -= taken
  }

  private mutating func grow() {
    var larger = [Element?](repeating: nil, count: storage.count * 2)
    for offset in 0..<count { larger[offset] = storage[(head + offset) & (storage.count - 1)] }
    storage = larger
    head = 0
  }
}
