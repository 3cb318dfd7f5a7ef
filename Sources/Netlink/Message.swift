internal import CNetlink

/// A request under construction: libnl's message, whose attributes are put one after the other.
struct Message: ~Copyable {
  let pointer: OpaquePointer

  /// A message with a fixed header such as `ifinfomsg`.
  init<Header>(_ type: Int, _ flags: Int32, _ header: Header, capacity: Int = 16_384) {
    guard let pointer = nlmsg_alloc_size(capacity) else { preconditionFailure("out of memory for a netlink message") }
    self.pointer = pointer
    nlmsg_put(pointer, 0, 0, Int32(type), 0, flags | NLM_F_REQUEST | NLM_F_ACK)
    append(header)
  }

  /// A fixed structure at the end, padded to four bytes.
  func append<Value>(_ value: Value) {
    var value = value
    withUnsafeMutableBytes(of: &value) { bytes in
      precondition(nlmsg_append(pointer, bytes.baseAddress, bytes.count, Int32(NLMSG_ALIGNTO)) == 0)
    }
  }

  func put<Value: BitwiseCopyable>(_ attribute: Int, _ value: Value) {
    var value = value
    withUnsafeMutableBytes(of: &value) { bytes in
      precondition(nla_put(pointer, Int32(attribute), Int32(bytes.count), bytes.baseAddress) == 0)
    }
  }

  func put(_ attribute: Int, bytes: [UInt8]) {
    precondition(bytes.withUnsafeBytes { nla_put(pointer, Int32(attribute), Int32($0.count), $0.baseAddress) } == 0)
  }

  func put(_ attribute: Int, string: String) {
    put(attribute, bytes: Array(string.utf8) + [0])
  }

  func nest(_ attribute: Int, _ body: () -> Void) {
    let start = nla_nest_start(pointer, Int32(attribute))
    body()
    nla_nest_end(pointer, start)
  }

  /// The whole message as it goes to the kernel.
  var bytes: [UInt8] {
    guard let header = nlmsg_hdr(pointer) else { return [] }
    return Array(UnsafeRawBufferPointer(start: header, count: Int(header.pointee.nlmsg_len)))
  }

  deinit { nlmsg_free(pointer) }
}
