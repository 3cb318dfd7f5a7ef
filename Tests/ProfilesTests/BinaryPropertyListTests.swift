import Testing

@testable import Profiles

@Suite("Binary property lists")
struct BinaryPropertyListTests {
  /// A binary list of the given objects; references in them have three bytes.
  private func list(_ objects: [[UInt8]], top: Int = 0, count: Int? = nil) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += reference(offset) }
    func long(_ value: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    return bytes + [0, 0, 0, 0, 0, 0, 3, 3] + long(count ?? objects.count) + long(top) + long(table)
  }

  private func reference(_ value: Int) -> [UInt8] {
    [2, 1, 0].map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(ProfileFaults) {
      _ = try Profile(propertyList: bytes, file: "x")
      return nil
    } catch {
      return error.description
    }
  }

  /// 0xA1 is an array of one element, 0xA0 an empty one.
  @Test("arrays in one another without end, and one in itself, are refused")
  func depth() {
    let chain: [[UInt8]] = (1...60_000).map { [0xA1] + reference($0) } + [[0xA0]]
    #expect(refusal(list(chain)) == "x: Its dictionaries and arrays are nested more than 32 deep.")
    #expect(refusal(list([[0xA1] + reference(0)])) == "x: Its dictionaries and arrays are nested more than 32 deep.")
  }

  @Test("a few objects that unfold to millions are refused")
  func unfolding() {
    // Ten levels of ten references each to the next are 10^10 values.
    var levels: [[UInt8]] = (1...10).map { level in
      [0xAA] + Array(repeating: reference(level), count: 10).joined()
    }
    levels.append([0xA0])
    #expect(refusal(list(levels)) == "x: It unfolds to more than 10000 values.")
    // A count of 2^60 in an integer of eight bytes (0x13) does not fit the file, which the decoder says.
    #expect(
      refusal(list([[0xAF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0]]))?.hasPrefix(
        "x: This binary property list is damaged or cut short: ") == true)
  }

  @Test("a list cut anywhere or with any byte changed is a profile or refused, never a crash")
  func damage() throws {
    // { Name = "x"; Link = { Loss = "1 %"; }; }: 0xD2 is a dictionary of two, 0x5n a string of n ASCII bytes.
    let sound = list([
      [0xD2] + reference(1) + reference(2) + reference(3) + reference(4),
      [0x54] + Array("Name".utf8), [0x54] + Array("Link".utf8), [0x51] + Array("x".utf8),
      [0xD1] + reference(5) + reference(6),
      [0x54] + Array("Loss".utf8), [0x53] + Array("1 %".utf8),
    ])
    #expect(refusal(sound) == nil)
    for length in 0..<sound.count { #expect(refusal(Array(sound[..<length])) != nil, "cut to \(length)") }
    var profiles = 0
    for index in sound.indices {
      for value in [0, 1, 0x0F, 0x7F, 0x80, 0xA1, 0xD1, 0xFF] as [UInt8] {
        var damaged = sound
        damaged[index] = value
        if refusal(damaged) == nil { profiles += 1 }
      }
    }
    // Of the changes some leave the list as it was, and some change only the name.
    #expect(profiles > 0)
    #expect(profiles < sound.count * 8)
  }
}
