// swift-tools-version: 6.2
import PackageDescription

/// Everywhere: the Swift 6 language mode that the tools version brings, its strict companions, and no warning left standing.
let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Unsafe code lives in the modules that talk to C and in the relay's packet buffers, nowhere else.
let checked: [SwiftSetting] = common + [.strictMemorySafety()]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil, unsafe: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: unsafe ? common : checked)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: common)
}

let package = Package(
  name: "linkcond",
  products: [
    .executable(name: "linkcond", targets: ["linkcond"]),
    .library(name: "Profiles", targets: ["Profiles"]),
    .library(name: "Conditioner", targets: ["Conditioner"]),
    .library(name: "Harness", targets: ["Harness"]),
    .library(name: "Record", targets: ["Record"]),
    .library(name: "Network", targets: ["Network"]),
    .library(name: "SystemConfiguration", targets: ["SystemConfiguration"]),
    .library(name: "ReachabilityKit", targets: ["ReachabilityKit"]),
    .library(name: "PathEngine", targets: ["PathEngine"]),
  ],
  targets: [
    .systemLibrary(
      name: "CNetlink", pkgConfig: "libnl-route-3.0", providers: [.apt(["libnl-3-dev", "libnl-route-3-dev"])]),
    .target(name: "CLinux"),

    module("Netlink", ["CNetlink"], unsafe: true),
    module("LinuxSystem", ["CLinux"], unsafe: true),
    module("PathEngine", ["Netlink", "LinuxSystem"]),
    module("Relay", ["LinuxSystem"], unsafe: true),
    module("Origin", ["LinuxSystem"]),
    module("Profiles", resources: [.embedInCode("Bundled")]),
    module("Conditioner", ["Netlink", "LinuxSystem", "Relay", "Origin", "Profiles"]),
    module("DarwinCompatibility"),
    module("Network", ["DarwinCompatibility", "PathEngine", "Netlink"]),
    module("SystemConfiguration", ["DarwinCompatibility", "PathEngine", "Netlink"]),
    module("ReachabilityKit", ["PathEngine", "LinuxSystem", "Origin", "Network", "SystemConfiguration"]),
    module("Record"),
    module("Report", ["Record"]),
    module(
      "Harness",
      ["Conditioner", "PathEngine", "ReachabilityKit", "Profiles", "Record", "LinuxSystem", "Netlink", "Origin"]),
    module(
      "LinkcondCommand",
      [
        "Harness", "Report", "Record", "Conditioner", "Profiles", "LinuxSystem", "Netlink", "PathEngine",
        "ReachabilityKit",
      ]),
    .executableTarget(
      name: "linkcond", dependencies: ["LinkcondCommand"], swiftSettings: checked),

    // Prints what the userspace engine carries on this machine; `swift run -c release linkcond-bench`.
    .executableTarget(
      name: "linkcond-bench", dependencies: ["Conditioner", "Profiles", "LinuxSystem", "Netlink", "PathEngine"],
      swiftSettings: checked),

    .target(
      name: "TestSupport", dependencies: ["LinuxSystem", "Netlink", "PathEngine"], path: "Tests/TestSupport",
      swiftSettings: common),
    // A user namespace can only be entered while a process has one thread, which a test process never has.
    .executableTarget(
      name: "ordinary-user", dependencies: ["LinuxSystem"], path: "Tests/OrdinaryUser", swiftSettings: common),
    tests("Netlink", ["LinuxSystem", "TestSupport"]),
    tests("LinuxSystem", ["TestSupport", "ordinary-user"]),
    tests("PathEngine", ["Netlink", "LinuxSystem", "TestSupport"]),
    tests("Relay", ["LinuxSystem", "Netlink", "TestSupport"]),
    tests("Origin", ["LinuxSystem", "TestSupport"]),
    tests("Profiles"),
    tests("Conditioner", ["Netlink", "LinuxSystem", "Profiles", "Relay", "TestSupport"]),
    tests("Network", ["LinuxSystem", "Netlink", "PathEngine", "TestSupport"]),
    tests("SystemConfiguration", ["LinuxSystem", "Netlink", "Network", "PathEngine", "TestSupport"]),
    tests(
      "ReachabilityKit",
      ["LinuxSystem", "Netlink", "Network", "Origin", "PathEngine", "SystemConfiguration", "TestSupport"]),
    tests("Record"),
    tests("Report", ["Record"]),
    tests("Harness", ["Record", "Profiles", "Conditioner", "PathEngine", "ReachabilityKit", "TestSupport"]),
    tests(
      "LinkcondCommand",
      [
        "Conditioner", "Harness", "Profiles", "Record", "LinuxSystem", "PathEngine", "ReachabilityKit", "TestSupport",
        "linkcond",
      ]),
  ]
)
