/// A text file of whole numbers, as traces and tables are.
enum NumberLines {
  /// The numbers with their lines, from 1; those behind a `#` are comments. No line may have more than `perLine`.
  static func read(_ bytes: [UInt8], perLine: Int) throws(TableFault) -> [(line: Int, value: Int)] {
    var numbers: [(line: Int, value: Int)] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard words.count <= perLine else {
        throw TableFault(line: index + 1, "more than one number was read; allowed is one whole number a line")
      }
      for word in words {
        let text = String(decoding: word, as: UTF8.self)
        guard let value = Int(text) else {
          throw TableFault(line: index + 1, "\"\(QuantityFault.shown(text))\" was read; allowed are whole numbers")
        }
        numbers.append((index + 1, value))
      }
    }
    return numbers
  }
}
