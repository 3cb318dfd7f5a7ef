extension RateTrace {
  /// Reads a trace in Mahimahi's form: a whole number of milliseconds a line, in ascending order.
  init(mahimahi bytes: [UInt8], name: String) throws(TableFault) {
    let numbers = try NumberLines.read(bytes, perLine: 1)
    guard let last = numbers.last else {
      throw TableFault("it has no moments; a trace has one a line, in milliseconds")
    }
    var moments: [UInt32] = []
    for (line, number) in numbers {
      guard let moment = UInt32(exactly: number) else {
        throw TableFault(line: line, "\(number) was read; a moment lies between 0 and 4294967295 ms")
      }
      if let before = moments.last, moment < before {
        throw TableFault(line: line, "\(moment) comes after \(before); the moments are in ascending order")
      }
      moments.append(moment)
    }
    guard let trace = RateTrace(name: name, opportunities: moments) else {
      throw TableFault(line: last.line, "the last moment is 0; it is the trace's length, and above 0")
    }
    self = trace
  }
}
