import Testing

/// Packages as their owners would write them. Each build takes up to some minutes.
@Suite("Packages that take the modules by alias")
struct AliasedProductsPackageTests {
  static let unrelated = """
    // Asks as packages for Apple's platforms do, and uses what is not there on Linux.
    #if canImport(Network)
    import Network
    public typealias Connection = NWConnection
    public let sees = "Network"
    #elseif canImport(SystemConfiguration)
    import SystemConfiguration
    public let sees = SCDynamicStoreCreate
    #else
    public let sees = "neither"
    #endif
    """

  /// In Swift 5, with the conformances that clients add to other modules' types.
  static let client = """
    import Network
    import SystemConfiguration

    extension NWInterface.InterfaceType: @retroactive CaseIterable {
      public static var allCases: [NWInterface.InterfaceType] = [.other, .wifi, .cellular, .loopback, .wiredEthernet]
    }
    extension NWInterface.InterfaceType: @retroactive CustomDebugStringConvertible {
      public var debugDescription: String { String(describing: self) }
    }
    extension NWPath: @retroactive Hashable {
      public func hash(into hasher: inout Hasher) { hasher.combine(debugDescription) }
    }
    extension SCNetworkReachabilityFlags: @retroactive CustomStringConvertible {
      public var description: String { contains(.reachable) ? "reachable" : "not reachable" }
    }

    public class Manager {
      private let reachability: SCNetworkReachability
      private let monitor = NWPathMonitor()
      private var paths = 0

      public init?() {
        // Both structures: what C headers a package brings along may hide what another module adds to one of them.
        var own = sockaddr_in()
        own.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        var zero = sockaddr()
        zero.sa_len = own.sin_len
        zero.sa_family = sa_family_t(AF_INET)
        guard let reachability = SCNetworkReachabilityCreateWithAddress(nil, &zero) else { return nil }
        self.reachability = reachability
        monitor.pathUpdateHandler = { [weak self] path in self?.paths += path.status == .satisfied ? 1 : 0 }
      }

      /// The C library's own <spawn.h> is not hidden either.
      public static let spawn = posix_spawnp

      public func count() -> Int {
        let queue = DispatchQueue(label: "client")
        monitor.start(queue: queue)
        queue.sync {}
        monitor.cancel()
        return paths
      }

      public var flags: SCNetworkReachabilityFlags {
        var flags: SCNetworkReachabilityFlags = []
        SCNetworkReachabilityGetFlags(reachability, &flags)
        return flags
      }
    }
    """

  static let main = """
    import Client
    import Dispatch
    import Network
    import PathEngine
    import ReachabilityKit
    import Unrelated

    let script = try ScriptedNetwork([.cellular()])
    script.use {
      print("unrelated sees", sees)
      let manager = Manager()!
      print(manager.flags.rawValue & 2, manager.count(), NetworkMonitor().currentConnectionType == .cellular)
    }
    """

  @Test(
    "an unrelated package that asks for a module Network builds clean, and after it was touched",
    .timeLimit(.minutes(20)))
  func unrelated() throws {
    let folder = try PackageFolder()
    try folder.write(
      "Unrelated/Package.swift",
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Unrelated", products: [.library(name: "Unrelated", targets: ["Unrelated"])],
        targets: [.target(name: "Unrelated")])
      """)
    try folder.write("Unrelated/Sources/Unrelated/Unrelated.swift", Self.unrelated)
    // One target takes the two modules.
    try folder.write(
      "Client/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Client", products: [.library(name: "Client", targets: ["Client"])],
        dependencies: [.package(path: "../linkcond")],
        targets: [
          .target(
            name: "Client",
            dependencies: [
              .product(
                name: "Network", package: "linkcond", moduleAliases: ["Network": "LinkcondNetwork"],
                condition: .when(platforms: [.linux])),
              .product(
                name: "SystemConfiguration", package: "linkcond",
                moduleAliases: ["SystemConfiguration": "LinkcondSystemConfiguration"],
                condition: .when(platforms: [.linux])),
            ], swiftSettings: [.swiftLanguageMode(.v5)])
        ])
      """)
    try folder.write("Client/Sources/Client/Client.swift", Self.client)
    // Another takes ReachabilityKit, which brings them.
    try folder.write(
      "App/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [.package(path: "../linkcond"), .package(path: "../Client"), .package(path: "../Unrelated")],
        targets: [
          .executableTarget(
            name: "App",
            dependencies: [
              // By name alone SwiftPM would leave out this target's aliases.
              .product(name: "Client", package: "Client"), .product(name: "Unrelated", package: "Unrelated"),
              .product(
                name: "ReachabilityKit", package: "linkcond",
                moduleAliases: [
                  "Network": "LinkcondNetwork", "SystemConfiguration": "LinkcondSystemConfiguration",
                ], condition: .when(platforms: [.linux])),
              .product(name: "PathEngine", package: "linkcond", condition: .when(platforms: [.linux])),
            ])
        ])
      """)
    try folder.write("App/Sources/App/main.swift", Self.main)
    for touch in ["", "\n// touched"] {
      try folder.write("Unrelated/Sources/Unrelated/Unrelated.swift", Self.unrelated + touch)
      let (status, output) = try folder.buildAndRun("App")
      #expect(status == 0 && output == "unrelated sees neither\n2 1 true\n", "\(output)")
    }
  }
}
