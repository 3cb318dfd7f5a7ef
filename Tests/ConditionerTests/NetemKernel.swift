import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only where `scripts/with-netem` says that the kernel has netem, and else says where it runs.
  static var needsNetem: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["LINKCOND_NETEM"] == "1",
      "needs a kernel with sch_netem: scripts/test runs this suite by scripts/with-netem")
  }
}
