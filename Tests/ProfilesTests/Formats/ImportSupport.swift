import Testing

@testable import Profiles

/// A direction's rate in kbit/s and its delay in milliseconds, as the tables of other tools have them.
struct Direction: Equatable, CustomStringConvertible {
  let rate: Double?
  let delay: Double
  let loss: Double

  init(_ rate: Double?, _ delay: Double, _ loss: Double = 0) {
    self.rate = rate
    self.delay = delay
    self.loss = loss
  }

  init(_ conditions: LinkConditions) {
    rate = conditions.rate.map { Double($0.bitsPerSecond) / 1_000 }
    delay = Double(conditions.delay.wholeNanoseconds) / 1_000_000
    loss = conditions.loss.average.percent
  }

  var description: String { "\(rate.map { "\($0)" } ?? "no limit") kbit/s, \(delay) ms, \(loss) %" }
}

/// What is in a text.
func imported(_ text: String, file: String = "file.txt", as format: ProfileFormat? = nil) throws -> ProfileImport {
  try ProfileImporter.import(Array(text.utf8), file: file, as: format)
}

/// The only profile in a text of the format, which is also recognised.
func only(_ text: String, _ format: ProfileFormat, file: String = "file.txt") throws -> Profile {
  let found = try imported(text, file: file)
  #expect(found.format == format)
  #expect(found.profiles.count == 1)
  return try #require(found.profiles.first)
}

/// The messages of everything that is wrong with a text; empty if nothing is.
func faults(of text: String, file: String = "file.txt", as format: ProfileFormat? = nil) -> [String] {
  do {
    _ = try ProfileImporter.import(Array(text.utf8), file: file, as: format)
    return []
  } catch {
    return error.faults.map(\.description)
  }
}
