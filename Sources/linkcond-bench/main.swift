import Foundation
import LinuxSystem

// Prints what the userspace engine carries on this machine, as one JSON object. Needs iperf3. Run in release, on an idle
// machine; `linkcond-bench tcp delay` measures only what is named.
if UserNamespace.isNeeded {
  do {
    try UserNamespace.enter()
  } catch {
    Terminal.write("Error: \(error)\n", to: 2)
    exit(77)
  }
}
let names = Array(CommandLine.arguments.dropFirst())
let unknown = names.filter { !Bench.cases.map(\.name).contains($0) }
guard unknown.isEmpty else {
  Terminal.write(
    "Error: no case \(unknown.joined(separator: ", ")); there are \(Bench.cases.map(\.name).joined(separator: ", ")).\n",
    to: 2)
  exit(64)
}
do {
  Terminal.write(try await Bench.run(names), to: 1)
} catch {
  Terminal.write("Error: \(error)\n", to: 2)
  exit(1)
}
