/// Where things stand in a timeline's drawing, in units of its view box.
struct TimelineFrame: Sendable {
  /// The whole drawing's width.
  static let width = 1040.0
  /// The column of labels.
  static let left = 116.0
  static let right = 16.0
  /// The run's length, in nanoseconds.
  let span: Int64

  /// The horizontal place of a time.
  func x(_ time: Int64) -> Double {
    let part = Double(max(0, min(span, time))) / Double(max(1, span))
    return Self.left + part * (Self.width - Self.left - Self.right)
  }

  /// Round times on the axis, at most ten.
  var ticks: [Int64] {
    let least = Double(span) / 10
    var step = 1.0
    while step < least { step *= 10 }
    for finer in [step / 5, step / 2] where finer >= least {
      step = finer
      break
    }
    return stride(from: 0.0, through: Double(span), by: max(1, step)).map { Int64($0) }
  }

  /// A number with one digit after the point.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
  }
}
