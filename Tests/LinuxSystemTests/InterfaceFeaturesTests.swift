internal import LinuxSystem
internal import TestSupport
internal import Testing

@Suite(.makesNamespaces)
struct InterfaceFeaturesTests {
  private let namespace: NetworkNamespace

  init() throws {
    namespace = try NetworkNamespace.create(name: "features")
    let added = try namespace.performBlocking {
      try Shell.run(["ip", "link", "add", "one", "type", "veth", "peer", "name", "two"])
    }
    try #require(added.status == 0, "\(added.output)")
  }

  @Test("offloads are turned off and on, and read back")
  func setAndGet() throws {
    try namespace.performBlocking {
      let names = ["tx-checksum-ip-generic", "tx-tcp-segmentation", "tx-generic-segmentation", "rx-gro"]
      let before = try InterfaceFeatures.get("one")
      for on in [false, true, false] {
        try InterfaceFeatures.set("one", Dictionary(uniqueKeysWithValues: names.map { ($0, on) }))
        let now = try InterfaceFeatures.get("one")
        for name in names { #expect(now[name] == on, "\(name)") }
        #expect(Set(now.keys) == Set(before.keys))
      }
      #expect(try InterfaceFeatures.get("two")["tx-tcp-segmentation"] == true)
    }
  }

  @Test("ethtool sees what was set")
  func ethtoolAgrees() throws {
    let (status, output) = try namespace.performBlocking {
      try InterfaceFeatures.set("one", ["rx-gro": false, "tx-generic-segmentation": false])
      return try Shell.run(["ethtool", "-k", "one"])
    }
    if status == 127 { try Test.cancel("ethtool is not installed") }
    #expect(output.contains("generic-receive-offload: off"))
    #expect(output.contains("generic-segmentation-offload: off"))
  }

  @Test("a feature that this kernel does not know is left out, one that is fixed is refused")
  func unknownAndFixed() throws {
    try namespace.performBlocking {
      try InterfaceFeatures.set("one", ["no-such-offload": true])
      // veth never hashes what it receives.
      let error = #expect(throws: SystemError.self) { try InterfaceFeatures.set("one", ["rx-hashing": true]) }
      #expect(error?.operation == "turn rx-hashing on on one")
    }
  }

  @Test("an interface that is not there is named; a name that is too long is not cut to another's")
  func noSuchInterface() throws {
    try namespace.performBlocking {
      for name in ["three", "fifteen-letters-and-more"] {
        let error = #expect(throws: SystemError.self) { try InterfaceFeatures.get(name) }
        #expect(error?.description == "Cannot read the offloads of \(name): No such device.")
      }
    }
  }

  @Test("threaded NAPI is set on the interface of the namespace")
  func threadedNAPI() async throws {
    // A veth polls only while it gathers packets for GRO.
    try await namespace.perform {
      try InterfaceFeatures.set("one", ["rx-gro": true])
      for end in ["one", "two"] { #expect(try Shell.run(["ip", "link", "set", end, "up"]).status == 0) }
    }
    for on in [true, false] {
      try await namespace.perform { try InterfaceFeatures.setThreadedNAPI("one", on) }
      let seen = try await LabCommand.run(["cat", "/sys/class/net/one/threaded"]) { request in
        request.networkNamespace = namespace.descriptor
      }
      #expect(seen.output == (on ? "1\n" : "0\n"))
    }
    await #expect(throws: SystemError.self) {
      try await namespace.perform { try InterfaceFeatures.setThreadedNAPI("three", true) }
    }
  }
}
