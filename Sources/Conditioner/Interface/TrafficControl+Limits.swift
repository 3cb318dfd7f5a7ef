internal import Netlink

extension TrafficControl {
  /// Its time ends at 32 bits of ticks of 64 ns before version 6.15 of iproute2, which sends nanoseconds.
  private static let longestDelay: Int64 = 64 << 32

  /// Those whose tables come with tc.
  private static let tables = ["normal", "pareto", "paretonormal", "experimental"]

  /// What stands against a qdisc's words with tc itself, which is more particular than the kernel, as sentences.
  static func limits(_ qdisc: Qdisc, after former: Qdisc? = nil) -> [String] {
    guard case .netem(let netem) = qdisc else { return [] }
    var limits: [String] = []
    if max(netem.delayNanoseconds, netem.jitterNanoseconds) >= longestDelay {
      limits.append("tc before version 6.15 of iproute2 refuses a delay above 274 s as too large.")
    }
    let old: Netem? = if case .netem(let old) = former { old } else { nil }
    if let old, old.reorderFraction > 0, netem.reorderFraction == 0 {
      limits.append("After a change by tc the kernel still shows the earlier reordering, but does not do it.")
    }
    guard netem.jitterNanoseconds > 0, let distribution = netem.distribution else { return limits }
    if distribution == .uniform {
      if let table = old?.distribution, table != .uniform {
        limits.append("tc cannot take the table '\(table.name)' of delays away again: only 'apply' can.")
      }
    } else {
      if netem.delayNanoseconds == 0 { limits.append("tc refuses a distribution where there is no delay.") }
      if !tables.contains(distribution.name) {
        limits.append("tc looks for the table '\(distribution.name)' in its own folder alone, as in /usr/lib/tc.")
      }
    }
    return limits
  }
}
