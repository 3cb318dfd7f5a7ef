import Testing

@testable import LinuxSystem

@Suite("Lines of a command's output")
struct LineSplitterTests {
  @Test("pieces of any size make the same lines", arguments: 1...9)
  func pieces(size: Int) {
    var splitter = LineSplitter(longest: 100)
    let bytes = Array("one\r\n\ntwo three\nrest".utf8)
    var lines: [OutputLine] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += splitter.add(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    #expect(lines == ["one", "", "two three"].map { OutputLine($0) })
    #expect(splitter.finish() == OutputLine("rest"))
    #expect(splitter.finish() == nil)
  }

  @Test("a line without end comes in pieces that say so, and what is no UTF-8 is shown as such")
  func long() {
    var splitter = LineSplitter(longest: 4)
    #expect(splitter.add(Array("abcdefgh".utf8)) == [OutputLine("abcd", isCut: true)])
    #expect(splitter.add([0xff, 0x0a]) == [OutputLine("efgh", isCut: true), OutputLine("\u{fffd}")])
    #expect(splitter.finish() == nil)
    // As long as it may be, and no longer.
    #expect(splitter.add(Array("abcd\n".utf8)) == [OutputLine("abcd")])
    #expect(splitter.add(Array("abcd".utf8)) == [])
    #expect(splitter.finish() == OutputLine("abcd"))
  }
}
