import FoundationEssentials
import Profiles

/// The parser that this run is about, named in the environment by `scripts/fuzz`.
private let parser = ProcessInfo.processInfo.environment["LINKCOND_FUZZED_PARSER"] ?? ParserCheck.recognition

/// The fuzzer's entry: traps where a parser does, and where it breaks what ``ParserCheck`` asks.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // A trap is how a fuzzer is told of a finding.
  if let complaint = ParserCheck.complaint(bytes, parser: parser) { fatalError("\(parser): \(complaint)") }
  return 0
}
