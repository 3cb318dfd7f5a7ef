import Netlink
import Network
import PathEngine
import Synchronization
import SystemConfiguration
import Testing

/// The contract of SCNetworkReachability. Facts come from a script, so each change has been handed to the queue when it
/// returns.
@Suite("SCNetworkReachability on a script")
struct ScriptedReachabilityTests {
  let queue = DispatchQueue(label: "test")
  let log = CallLog()

  static func script(_ interfaces: [ScriptedInterface] = [.wifi()]) throws -> ScriptedNetwork {
    let script = try ScriptedNetwork(interfaces)
    script.setName("origin.test", .addresses(["203.0.113.9"].compactMap(IPAddress.init)))
    return script
  }

  @Test("by address there is no first call, then one for each change, with the flags that GetFlags says")
  func byAddress() throws {
    let script = try Self.script()
    let zero = try #require(script.use { target("0.0.0.0") })
    log.listen(to: zero)
    #expect(SCNetworkReachabilitySetDispatchQueue(zero, queue))
    queue.sync {}
    #expect(log.given.isEmpty && flags(zero) == .reachable)
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    script.change { $0["wwan0"] = .cellular() }
    queue.sync {}
    script.change { $0["wwan0"]?.metric = 5 }
    queue.sync {}
    #expect(log.given == [[], [.reachable, .isWWAN, .transientConnection]])
    #expect(log.isConsistent)
    #expect(SCNetworkReachabilitySetDispatchQueue(zero, nil))
    script.change { $0["wwan0"] = nil }
    queue.sync {}
    #expect(log.given.count == 2)
  }

  @Test("from one Wi-Fi to another the flags are equal: nothing is called, while the path tells it")
  func otherWiFi() throws {
    let script = try Self.script([.wifi("wlan0"), .wifi("wlan1", metric: 700)])
    let zero = try #require(script.use { target("0.0.0.0") })
    let monitor = script.use { NWPathMonitor() }
    let first = Mutex<[String?]>([])
    monitor.pathUpdateHandler = { path in first.withLock { $0.append(path.availableInterfaces.first?.name) } }
    monitor.start(queue: queue)
    log.listen(to: zero)
    SCNetworkReachabilitySetDispatchQueue(zero, queue)
    queue.sync {}
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(flags(zero) == .reachable && log.given.isEmpty)
    #expect(first.withLock { $0 } == ["wlan0", "wlan1"])
    // Off and on again with the same flags as before: both changes are told.
    script.change { $0["wlan1"]?.isUp = false }
    queue.sync {}
    script.change { $0["wlan1"]?.isUp = true }
    queue.sync {}
    #expect(log.given == [[], .reachable])
    #expect(first.withLock { $0 } == ["wlan0", "wlan1", nil, "wlan1"])
    SCNetworkReachabilitySetDispatchQueue(zero, nil)
    monitor.cancel()
  }

  @Test("results may be left unused, as those of C functions")
  func unused() {
    // That this compiles is the test: a warning is an error.
    SCNetworkReachabilityCreateWithName(nil, "origin.test")
    SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil)
    SCNetworkReachabilityGetTypeID()
    SCCopyLastError()
    SCErrorString(0)
    SCError()
    #expect(SCError() == Int32(kSCStatusInvalidArgument), "of the pair of nothing")
  }

  @Test("by name there is one first call without a look-up, and one more if the name does not resolve")
  func byName() throws {
    let script = try Self.script()
    let known = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    log.listen(to: known)
    SCNetworkReachabilitySetDispatchQueue(known, queue)
    queue.sync {}
    #expect(log.given == [.reachable])

    let unknown = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "nowhere.test") })
    let second = CallLog()
    second.listen(to: unknown)
    SCNetworkReachabilitySetDispatchQueue(unknown, queue)
    queue.sync {}
    queue.sync {}
    #expect(second.given == [.reachable, []])
    #expect(second.isConsistent && log.isConsistent)
    SCNetworkReachabilitySetDispatchQueue(known, nil)
    SCNetworkReachabilitySetDispatchQueue(unknown, nil)
  }

  @Test("a name without an answer is reachable, and is delivered as unreachable within 5 s")
  func pending() throws {
    let script = try Self.script()
    script.setNamesDead(true)
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    log.listen(to: name)
    SCNetworkReachabilitySetDispatchQueue(name, queue)
    queue.sync {}
    #expect(log.given == [.reachable])
    script.advance(by: .seconds(5))
    queue.sync {}
    #expect(log.given == [.reachable, []])
    SCNetworkReachabilitySetDispatchQueue(name, nil)
  }

  @Test("asking for the flags of a scheduled name takes the place of the first call")
  func consumed() throws {
    let script = try Self.script()
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    log.listen(to: name)
    queue.suspend()
    SCNetworkReachabilitySetDispatchQueue(name, queue)
    #expect(flags(name) == .reachable)
    queue.resume()
    queue.sync {}
    #expect(log.given.isEmpty)
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(log.given == [[]])
    SCNetworkReachabilitySetDispatchQueue(name, nil)
  }

  @Test("queue and callback may be set in either order")
  func orders() throws {
    let script = try Self.script()
    for isQueueFirst in [true, false] {
      let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
      let log = CallLog()
      if isQueueFirst { SCNetworkReachabilitySetDispatchQueue(name, queue) }
      queue.sync {}
      log.listen(to: name)
      if !isQueueFirst { SCNetworkReachabilitySetDispatchQueue(name, queue) }
      queue.sync {}
      #expect(log.given == [.reachable], "\(isQueueFirst)")
      script.change { $0["wlan0"]?.hasCarrier.toggle() }
      queue.sync {}
      script.change { $0["wlan0"]?.hasCarrier.toggle() }
      queue.sync {}
      #expect(log.given == [.reachable, [], .reachable], "\(isQueueFirst)")
      SCNetworkReachabilitySetDispatchQueue(name, nil)
    }
  }

  @Test("the context is retained before SetCallback returns, and released once, when it is replaced or its target gone")
  func context() throws {
    let script = try Self.script()
    do {
      let zero = try #require(script.use { target("0.0.0.0") })
      log.listen(to: zero)
      #expect(log.counts == [1, 0])
      log.listen(to: zero)
      #expect(log.counts == [2, 1])
      SCNetworkReachabilitySetCallback(zero, nil, nil)
      #expect(log.counts == [2, 2])
      SCNetworkReachabilitySetCallback(zero, nil, nil)
      #expect(log.counts == [2, 2])
      log.listen(to: zero)
    }
    #expect(log.counts == [3, 3])
  }

  @Test("the callback is given what retain returned")
  func retained() throws {
    let script = try Self.script()
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    nonisolated(unsafe) let boxed = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { boxed.deallocate() }
    var first: UInt8 = 1
    let other = CallLog()
    withUnsafeMutablePointer(to: &first) { pointer in
      var context = SCNetworkReachabilityContext(
        version: 0, info: pointer, retain: { _ in UnsafeRawPointer(boxed) }, release: nil, copyDescription: nil)
      SCNetworkReachabilitySetCallback(
        name, { target, flags, info in if info == boxed { other.add(target, flags) } }, &context)
    }
    SCNetworkReachabilitySetDispatchQueue(name, queue)
    queue.sync {}
    #expect(other.given == [.reachable])
    SCNetworkReachabilitySetDispatchQueue(name, nil)
  }

  @Test("everything may be set to nil inside the callback, which its context outlives")
  func nilInside() throws {
    let script = try Self.script()
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    var context = SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(log).toOpaque(),
      retain: { UnsafeRawPointer(Unmanaged<CallLog>.fromOpaque($0).retain().toOpaque()) },
      release: { info in
        let log = Unmanaged<CallLog>.fromOpaque(info)
        log.takeUnretainedValue().releases.add(1, ordering: .sequentiallyConsistent)
        log.release()
      }, copyDescription: nil)
    SCNetworkReachabilitySetCallback(
      name,
      { target, flags, info in
        guard let info else { return }
        let log = Unmanaged<CallLog>.fromOpaque(info).takeUnretainedValue()
        SCNetworkReachabilitySetCallback(target, nil, nil)
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        // Replaced, but in use: not released yet.
        if log.counts[1] == 0 { log.add(target, flags) }
      }, &context)
    SCNetworkReachabilitySetDispatchQueue(name, queue)
    queue.sync {}
    #expect(log.given == [.reachable] && log.counts[1] == 1)
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(log.given.count == 1)
  }

  @Test("a call that waits when it is unscheduled is left out, also after scheduling again")
  func unscheduled() throws {
    let script = try Self.script()
    let zero = try #require(script.use { target("0.0.0.0") })
    log.listen(to: zero)
    SCNetworkReachabilitySetDispatchQueue(zero, queue)
    queue.suspend()
    script.change { $0["wlan0"]?.isUp = false }
    SCNetworkReachabilitySetDispatchQueue(zero, nil)
    SCNetworkReachabilitySetDispatchQueue(zero, queue)
    queue.resume()
    queue.sync {}
    #expect(log.given.isEmpty)
    script.change { $0["wlan0"]?.isUp = true }
    queue.sync {}
    #expect(log.given == [.reachable])
    SCNetworkReachabilitySetDispatchQueue(zero, nil)
  }

  @Test("lives on while it is scheduled, and is gone after")
  func lifetime() throws {
    let script = try Self.script()
    weak var gone: SCNetworkReachability?
    do {
      let zero = try #require(script.use { target("0.0.0.0") })
      gone = zero
      log.listen(to: zero)
      SCNetworkReachabilitySetDispatchQueue(zero, queue)
    }
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(log.given == [[]])
    let alive = try #require(gone)
    SCNetworkReachabilitySetDispatchQueue(alive, nil)
    withExtendedLifetime(alive) {}
  }

  @Test("scheduling twice and unscheduling what is not scheduled fail and say so")
  func failures() throws {
    let script = try Self.script()
    let zero = try #require(script.use { target("0.0.0.0") })
    #expect(!SCNetworkReachabilitySetDispatchQueue(zero, nil))
    #expect(SCError() == Int32(kSCStatusInvalidArgument))
    #expect(String(cString: SCErrorString(SCError())) == "Invalid argument")
    #expect(CFErrorGetCode(SCCopyLastError()) == kSCStatusInvalidArgument)
    #expect(SCNetworkReachabilitySetDispatchQueue(zero, queue))
    #expect(SCError() == Int32(kSCStatusOK))
    #expect(!SCNetworkReachabilitySetDispatchQueue(zero, queue))
    #expect(!SCNetworkReachabilityScheduleWithRunLoop(zero, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode))
    #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(zero, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode))
    #expect(SCNetworkReachabilitySetDispatchQueue(zero, nil))
  }

  @Test("what can't be a target is refused")
  func refused() {
    #expect(SCNetworkReachabilityCreateWithName(nil, "") == nil)
    #expect(SCError() == Int32(kSCStatusInvalidArgument))
    #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
    var local = sockaddr()
    local.sa_family = sa_family_t(AF_UNIX)
    #expect(SCNetworkReachabilityCreateWithAddress(nil, &local) == nil)
  }

  @Test("flags that can't be read are an error")
  func unreadable() throws {
    struct Refused: Error {}
    let script = try Self.script()
    let zero = try #require(script.use { target("0.0.0.0") })
    script.failNextReading(Refused())
    #expect(flags(zero) == nil)
    #expect(SCError() == Int32(kSCStatusReachabilityUnknown))
    #expect(flags(zero) == .reachable)
  }

  @Test("a name that is an address is an address: no first call, no look-up")
  func literal() throws {
    let script = try Self.script()
    let literal = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "203.0.113.9") })
    log.listen(to: literal)
    SCNetworkReachabilitySetDispatchQueue(literal, queue)
    queue.sync {}
    #expect(log.given.isEmpty && script.questions.isEmpty && flags(literal) == .reachable)
    SCNetworkReachabilitySetDispatchQueue(literal, nil)
  }

  @Test("bits and names are Apple's")
  func bits() {
    let all: [(SCNetworkReachabilityFlags, UInt32)] = [
      (.transientConnection, 1), (.reachable, 2), (.connectionRequired, 4), (.connectionOnTraffic, 8),
      (.interventionRequired, 16), (.connectionOnDemand, 32), (.isLocalAddress, 0x10000), (.isDirect, 0x20000),
      (.isWWAN, 0x40000), (.connectionAutomatic, 8),
    ]
    for (flag, bits) in all { #expect(flag.rawValue == bits) }
    #expect(UInt32(kSCNetworkFlagsReachable) == 2 && kSCNetworkFlagsConnectionRequired == 4)
    #expect(kSCNetworkFlagsTransientConnection == 1)
  }

  @Test("targets are equal by identity")
  func identity() throws {
    let script = try Self.script()
    let a = try #require(script.use { target("0.0.0.0") })
    let b = try #require(script.use { target("0.0.0.0") })
    #expect(a == a && a != b && Set([a, b, a]).count == 2)
  }
}
