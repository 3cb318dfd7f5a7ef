/// Tables of jitter in netem's form, as iproute2's `.dist` files have them.
enum JitterTable {
  /// How many values netem takes at most.
  static let most = 16_384

  /// The values, in ascending order.
  static func read(_ bytes: [UInt8]) throws(TableFault) -> [Int16] {
    let numbers = try NumberLines.read(bytes, perLine: .max)
    guard !numbers.isEmpty else { throw TableFault("it has no numbers; a table has 1 to \(most)") }
    guard numbers.count <= most else {
      throw TableFault("it has \(numbers.count) numbers; a table has at most \(most)")
    }
    var values: [Int16] = []
    for (line, number) in numbers {
      guard let value = Int16(exactly: number) else {
        throw TableFault(line: line, "\(number) was read; a difference lies between -32768 and 32767, with 8192 for 1")
      }
      values.append(value)
    }
    return values.sorted()
  }
}

extension JitterDistribution {
  /// The names of those that need no file.
  static let names = ["uniform", "normal", "pareto", "paretonormal"]

  /// The distribution of that name; nil if it would be a file.
  static func named(_ name: String) -> JitterDistribution? {
    switch name {
    case "uniform": .uniform
    case "normal": .normal
    case "pareto": .pareto
    case "paretonormal": .paretonormal
    default: nil
    }
  }

  /// The name, or the path of the table's file.
  public var name: String {
    switch self {
    case .uniform: "uniform"
    case .normal: "normal"
    case .pareto: "pareto"
    case .paretonormal: "paretonormal"
    case .table(let name, _): name
    }
  }
}
