import LinuxSystem
import PathEngine
import Synchronization
import SystemConfiguration
import TestSupport
import Testing

@Suite("SCNetworkReachability on a run loop")
struct RunLoopTests {
  /// CoreFoundation's run loops may be scheduled on and stopped from any thread.
  private struct Loop: @unchecked Sendable { let loop: CFRunLoop }

  /// The run loop of a new thread, which runs until it is stopped.
  private static func start() async throws -> CFRunLoop {
    let started = Mutex<Loop?>(nil)
    Thread.detachNewThread {
      // Something must be there for the loop to wait for.
      RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
      let own = Loop(loop: CFRunLoopGetCurrent())
      started.withLock { $0 = own }
      CFRunLoopRun()
    }
    try await waitUntil("the loop is there") { started.withLock { $0 != nil } }
    return try #require(started.withLock { $0 }).loop
  }

  @Test("delivers there, from another thread's schedule, and not after another thread's unschedule")
  func delivers() async throws {
    let loop = try await Self.start()
    defer { CFRunLoopStop(loop) }
    let script = try ScriptedReachabilityTests.script()
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    let log = CallLog()
    log.listen(to: name)
    #expect(SCNetworkReachabilityScheduleWithRunLoop(name, loop, kCFRunLoopDefaultMode))
    #expect(!SCNetworkReachabilityScheduleWithRunLoop(name, loop, CFRunLoopMode.defaultMode.rawValue))
    try await waitUntil("the first call") { log.given == [.reachable] }
    script.change { $0["wlan0"]?.isUp = false }
    try await waitUntil("the loss") { log.given == [.reachable, []] }
    #expect(log.isConsistent)
    #expect(SCNetworkReachabilityUnscheduleFromRunLoop(name, loop, "kCFRunLoopDefaultMode" as CFString))
    #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(name, loop, kCFRunLoopDefaultMode))
    script.change { $0["wlan0"]?.isUp = true }
    // What another target hears on the same loop afterwards comes after what this one would have heard.
    let second = CallLog()
    let other = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    second.listen(to: other)
    SCNetworkReachabilityScheduleWithRunLoop(other, loop, kCFRunLoopDefaultMode)
    try await waitUntil("the other's first call") { second.given == [.reachable] }
    #expect(log.given.count == 2)
    SCNetworkReachabilityUnscheduleFromRunLoop(other, loop, kCFRunLoopDefaultMode)
  }

  @Test("two targets on one loop are told apart")
  func two() async throws {
    let loop = try await Self.start()
    defer { CFRunLoopStop(loop) }
    let script = try ScriptedReachabilityTests.script()
    let logs = [CallLog(), CallLog()]
    let targets = try script.use {
      try ["origin.test", "nowhere.test"].map { (name: String) in
        try #require(SCNetworkReachabilityCreateWithName(nil, name))
      }
    }
    for (target, log) in zip(targets, logs) {
      log.listen(to: target)
      SCNetworkReachabilityScheduleWithRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue)
    }
    try await waitUntil("all is told") { logs[0].given == [.reachable] && logs[1].given == [.reachable, []] }
    for target in targets {
      SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue)
    }
  }
}
