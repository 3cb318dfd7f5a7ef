import LinuxSystem
import Testing

@testable import Relay

@Suite("Super-frames")
struct SuperFrameTests {
  @Test("a sum is that of the plain way, for every length and rest")
  func sum() {
    let bytes = TCPFrame.payload(65_535)
    for count in Array(0...70) + [1448, 9000, 65_535] {
      let part = Array(bytes.prefix(count))
      var sum = InternetChecksum()
      part.withUnsafeBytes { if let start = $0.baseAddress { sum.add(start, count: count) } }
      #expect(sum.folded.bigEndian == TCPFrame.sum(part), "\(count) bytes")
    }
    // The carry that comes of a carry.
    var full = InternetChecksum()
    [UInt8](repeating: 0xff, count: 4096).withUnsafeBytes {
      if let start = $0.baseAddress { full.add(start, count: 4096) }
    }
    #expect(full.folded == 0xffff)
    full.subtract(0x0102)
    full.add(0x0103)
    #expect(full.folded == UInt16(1).bigEndian)
  }

  @Test("a checksum that was left out is computed, and is never UDP's zero")
  func completion() {
    func completed(_ header: OffloadHeader, _ frame: [UInt8]) -> [UInt8] {
      var frame = frame
      frame.withUnsafeMutableBytes { SuperFrame.completeChecksum(header, $0) }
      return frame
    }
    for isIPv4 in [true, false] {
      for count in [0, 1, 100, 1448] {
        let frame = TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(count))
        let header = OffloadHeader(checksumStart: frame.transport, offset: 16)
        #expect(completed(header, frame.bytes(isWhole: false)) == frame.bytes())
        // One that is whole stays.
        #expect(completed(OffloadHeader(), frame.bytes()) == frame.bytes())
      }
    }
    // UDP whose words add up to all ones: the checksum would be 0, which says that there is none.
    var datagram = TestFrame.ipv4(TestFrame.udp, 0, 0, length: 44)
    datagram.replaceSubrange(42..<44, with: [0xff, 0xff])
    #expect(completed(OffloadHeader(checksumStart: 34, offset: 6), datagram)[40..<42] == [0xff, 0xff])
    // A place that is not in the frame is left alone.
    #expect(completed(OffloadHeader(checksumStart: 40, offset: 16), datagram) == datagram)
  }

  static let cases: [(name: String, frame: TCPFrame, size: Int)] = {
    let (fin, push, ack, reduced) = (TCPFrame.fin, TCPFrame.push, TCPFrame.ack, TCPFrame.reduced)
    let long = TCPFrame.payload(64_000)
    var result: [(name: String, frame: TCPFrame, size: Int)] = []
    for isIPv4 in [true, false] {
      let family = isIPv4 ? "IPv4" : "IPv6"
      result += [
        ("\(family), 44 full and a short one", TCPFrame(isIPv4: isIPv4, flags: ack | push, payload: long), 1448),
        ("\(family), all full", TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(1448 * 3)), 1448),
        (
          "\(family), no option, FIN and CWR",
          TCPFrame(isIPv4: isIPv4, flags: ack | push | fin | reduced, options: [], payload: TCPFrame.payload(5000)),
          1460
        ),
        ("\(family), one byte behind the first", TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(1449)), 1448),
        ("\(family), many small ones", TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(1001)), 10),
        ("\(family), odd ones", TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(4000)), 333),
        (
          "\(family), numbers that wrap",
          TCPFrame(
            isIPv4: isIPv4, identification: 0xfffe, sequence: 0xffff_f800, payload: TCPFrame.payload(9000)), 1400
        ),
        (
          "\(family), the longest", TCPFrame(isIPv4: isIPv4, payload: TCPFrame.payload(65_535 - 20 - 32)), 1448
        ),
      ]
    }
    result.append(
      ("IPv4 with options", TCPFrame(ipOptions: [1, 1, 1, 1, 1, 1, 1, 0], payload: TCPFrame.payload(4000)), 1440))
    return result
  }()

  @Test("the segments are those that the sender would have sent", arguments: cases.indices)
  func cutting(_ index: Int) throws {
    let (name, frame, size) = Self.cases[index]
    let got = frame.withSuperFrame(segmentBytes: size) { $0.map(Self.segments) }
    #expect(try #require(got, "\(name)") == frame.segments(of: size), "\(name)")
  }

  @Test("segments that are joined again are the super-frame", arguments: cases.indices)
  func joining(_ index: Int) throws {
    let (name, frame, size) = Self.cases[index]
    let segments = frame.segments(of: size)
    let (header, bytes) = Self.join(segments)
    #expect(bytes == frame.bytes(isWhole: false), "\(name)")
    #expect(header == frame.header(segmentBytes: size), "\(name)")
  }

  @Test("any part of the segments that stand in a row is a super-frame of its own")
  func joiningParts() {
    let frame = TCPFrame(flags: TCPFrame.ack | TCPFrame.push | TCPFrame.fin, payload: TCPFrame.payload(10_000))
    let segments = frame.segments(of: 1448)
    for first in 0..<segments.count - 1 {
      for end in (first + 2)...segments.count {
        var part = frame
        part.identification += UInt16(first)
        part.sequence += UInt32(first * 1448)
        part.payload = Array(frame.payload[(first * 1448)..<min(end * 1448, 10_000)])
        if end < segments.count { part.flags = TCPFrame.ack }
        #expect(Self.join(Array(segments[first..<end])).bytes == part.bytes(isWhole: false))
      }
    }
  }

  @Test("what can't be cut is told apart")
  func refused() {
    let frame = TCPFrame(payload: TCPFrame.payload(4000))
    func isCut(_ header: OffloadHeader, _ bytes: [UInt8]) -> Bool {
      bytes.prefix(FramePool.frameCapacity).withUnsafeBytes { front in
        bytes.withUnsafeBytes { all in
          guard let start = all.baseAddress else { return false }
          return SuperFrame(header, front: front, rest: start, length: bytes.count) != nil
        }
      }
    }
    let bytes = frame.bytes(isWhole: false)
    let good = frame.header(segmentBytes: 1448)
    #expect(isCut(good, bytes))
    #expect(!isCut(OffloadHeader(), bytes))
    #expect(!isCut(OffloadHeader(checksumStart: 34, offset: 16), bytes))
    #expect(!isCut(frame.header(segmentBytes: 0), bytes))
    // Segments that no place has room for.
    #expect(!isCut(frame.header(segmentBytes: 2000), bytes))
    // IPv6 said of IPv4, no payload, and a header that is cut off.
    #expect(!isCut(OffloadHeader(.tcpOverIPv6, segmentBytes: 1448, headerBytes: 66, transport: 54), bytes))
    #expect(!isCut(good, Array(bytes.prefix(66))))
    #expect(!isCut(good, Array(bytes.prefix(40))))
    var broken = bytes
    broken[34 + 12] = 0x10
    #expect(!isCut(good, broken))
    // Longer than IPv4's length can say, by one byte.
    let longest = [UInt8](repeating: 0, count: 65_535 + 14 - bytes.count)
    #expect(isCut(good, bytes + longest))
    #expect(!isCut(good, bytes + longest + [0]))
    // IPv4 in IPv4: the segments' inner lengths and sums would be wrong.
    let inner = Array(bytes[14..<34])
    var tunnel = Array(bytes.prefix(34)) + inner + bytes.dropFirst(34)
    tunnel[23] = 4
    #expect(!isCut(OffloadHeader(.tcpOverIPv4, segmentBytes: 1428, headerBytes: 86, transport: 54), tunnel))
    // IPv6 with an extension header that leads elsewhere, and IPv4 in IPv6.
    var odd = TCPFrame(isIPv4: false, ipOptions: [6, 0, 1, 4, 0, 0, 0, 0], payload: TCPFrame.payload(4000))
    #expect(isCut(odd.header(segmentBytes: 1440), odd.bytes(isWhole: false)))
    odd.ipOptions[1] = 1
    #expect(!isCut(odd.header(segmentBytes: 1440), odd.bytes(isWhole: false)))
    odd.ipOptions[0...1] = [4, 0]
    #expect(!isCut(odd.header(segmentBytes: 1440), odd.bytes(isWhole: false)))
  }

  @Test("IPv6 with an extension header is cut, and its segments leave one by one")
  func extensionHeader() throws {
    // Destination options: next header TCP, 8 bytes, PadN.
    let frame = TCPFrame(isIPv4: false, ipOptions: [6, 0, 1, 4, 0, 0, 0, 0], payload: TCPFrame.payload(4000))
    let got = frame.withSuperFrame(segmentBytes: 1440) { $0.map { ($0.canBeJoined, Self.segments($0)) } }
    let (canBeJoined, segments) = try #require(got)
    #expect(!canBeJoined)
    #expect(segments.count == 3)
    for (segment, expected) in zip(segments, frame.segments(of: 1440)) {
      // But for the length, which counts the extension header here: the frame is right as it is.
      #expect(segment == expected)
    }
  }

  private static func segments(_ whole: SuperFrame) -> [[UInt8]] {
    (0..<whole.count).map { segment in
      var place = [UInt8](repeating: 0xee, count: FramePool.frameCapacity)
      place.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { whole.write(segment, to: start) } }
      return Array(place.prefix(whole.length(of: segment)))
    }
  }

  /// What the kernel is told of segments side by side.
  private static func join(_ segments: [[UInt8]]) -> (header: OffloadHeader, bytes: [UInt8]) {
    var (first, last) = (segments[0], segments[segments.count - 1])
    var head = [UInt8](repeating: 0, count: JoinedHead.capacity)
    let skip = first.withUnsafeMutableBufferPointer { first in
      last.withUnsafeMutableBufferPointer { last in
        head.withUnsafeMutableBytes { head in
          guard let front = first.baseAddress, let end = last.baseAddress, let place = head.baseAddress else {
            return 0
          }
          return JoinedHead.write(
            count: segments.count, first: front, firstLength: first.count, last: end, lastLength: last.count,
            to: place)
        }
      }
    }
    let header = head.withUnsafeBytes { $0.loadUnaligned(as: OffloadHeader.self) }
    let size = MemoryLayout<OffloadHeader>.size
    return (header, Array(head[size..<size + skip]) + segments.flatMap { $0.dropFirst(skip) })
  }
}
