import Testing

@testable import Profiles

@Suite("Tables of jitter")
struct JitterDistributionTests {
  static let generated: [JitterDistribution] = [.normal, .pareto, .paretonormal]

  @Test("a generated table has 4096 values in ascending order", arguments: generated)
  func shape(distribution: JitterDistribution) throws {
    let table = try #require(distribution.table)
    #expect(table.count == 4_096)
    #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("a uniform distribution needs no table, a given table is itself")
  func others() {
    #expect(JitterDistribution.uniform.table == nil)
    #expect(JitterDistribution.table(name: "x", values: [-1, 3]).table == [-1, 3])
  }

  /// Quartiles and the like from the closed forms. Bell curve: the middle of part 3072 lies 0.5/4096 above the third
  /// quartile 0.674490, where the density is 0.317777, so at 0.674874 = 5528.6/8192. The last one is the quantile of
  /// 1 - 1/8192, 3.668329. Pareto: ((1 - u)^(-1/3) - 1.5) · 4/3 with u = 0.5/4096 and 3072.5/4096; the last is cut.
  @Test("the values are those of the distributions")
  func values() throws {
    let normal = try #require(JitterDistribution.normal.table)
    #expect(normal[3_072] == 5_529)
    #expect(normal[1_023] == -5_529)
    #expect(normal[4_095] == 30_051)
    let pareto = try #require(JitterDistribution.pareto.table)
    #expect(pareto[0] == -5_461)
    #expect(pareto[3_072] == 957)
    #expect(pareto[4_095] == 32_767)
    let both = try #require(JitterDistribution.paretonormal.table)
    for index in stride(from: 0, to: 4_096, by: 97) {
      let mixed = (Double(normal[index]) + 3 * Double(pareto[index])) / 4
      #expect(abs(Double(both[index]) - mixed) <= 0.5)
    }
  }

  /// A bell curve's deviation is 1 up to what lies beyond the middle of its last part, less than 0.1 %. A Pareto of index 3
  /// has variance 3/4, scaled by 4/3 a deviation of 1.1547; the cut at 4 takes much of its long tail away.
  @Test("they have mean 0 and deviation 1, as far as a cut tail can")
  func moments() throws {
    func moments(_ distribution: JitterDistribution) throws -> (mean: Double, deviation: Double) {
      let values = try #require(distribution.table).map { Double($0) / 8_192 }
      let mean = values.reduce(0, +) / 4_096
      return (mean, (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 4_096).squareRoot())
    }
    let normal = try moments(.normal)
    #expect(normal.mean == 0)
    #expect((0.999...1).contains(normal.deviation))
    let pareto = try moments(.pareto)
    #expect((-0.05...0).contains(pareto.mean))
    #expect((0.8...0.85).contains(pareto.deviation))
  }
}
