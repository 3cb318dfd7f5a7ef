import Network
import PathEngine
import TestSupport
import Testing

@Suite("NWPathMonitor as a sequence")
struct PathSequenceTests {
  @Test("gives the path and then each different one, without a start", .timeLimit(.minutes(1)))
  func sequence() async throws {
    let script = try ScriptedNetwork([.wifi()])
    var statuses: [NWPath.Status] = []
    for await path in script.use({ NWPathMonitor() }) {
      statuses.append(path.status)
      switch statuses.count {
      case 1: script.change { $0["wlan0"]?.hasCarrier = false }
      case 2: script.change { $0["wlan0"]?.hasCarrier = true }
      default: break
      }
      if statuses.count == 3 { break }
    }
    #expect(statuses == [.satisfied, .unsatisfied, .satisfied])
  }

  @Test("each iterator gets every path, and cancel ends them all", .timeLimit(.minutes(1)))
  func several() async throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NWPathMonitor() }
    var first = monitor.makeAsyncIterator()
    var second = monitor.makeAsyncIterator()
    #expect(await first.next()?.status == .satisfied)
    script.change { $0["wlan0"]?.hasCarrier = false }
    #expect(await second.next()?.status == .satisfied)
    #expect(await second.next()?.status == .unsatisfied)
    #expect(await first.next()?.status == .unsatisfied)
    monitor.cancel()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
    var late = monitor.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test("ends with its task", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let script = try ScriptedNetwork([.wifi()])
    let log = PathLog()
    let task = script.use {
      Task {
        for await path in NWPathMonitor() { log.add(path) }
        return log.paths.count
      }
    }
    _ = try await log.path(0)
    task.cancel()
    #expect(await task.value == 1)
  }
}
