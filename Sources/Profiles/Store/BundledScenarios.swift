/// The scenarios that come with the module, from the folder `profiles/scenarios/`, embedded when it is built.
///
/// Embedding forgets folders: no file of it may have the name of a file in `profiles/`.
public enum BundledScenarios {
  /// The scenarios. Their profiles are the bundled ones, whatever else has the same names.
  public static let all: [Scenario] = files.map(\.scenario)

  /// Each file of the folder with what is in it.
  static let files: [(file: String, scenario: Scenario)] = [
    read("wifi-to-cellular.plist", PackageResources.wifi_to_cellular_plist),
    read("train-tunnel.plist", PackageResources.train_tunnel_plist),
    read("elevator.plist", PackageResources.elevator_plist),
    read("flapping-wifi.plist", PackageResources.flapping_wifi_plist),
    read("captive-portal.plist", PackageResources.captive_portal_plist),
    read("slow-degradation.plist", PackageResources.slow_degradation_plist),
    read("airplane-mode-on-and-off.plist", PackageResources.airplane_mode_on_and_off_plist),
    read("vpn-up-and-down.plist", PackageResources.vpn_up_and_down_plist),
  ]

  private static func read(_ file: String, _ bytes: [UInt8]) -> (file: String, scenario: Scenario) {
    do {
      let profiles = ProfileStore(workingDirectory: nil, home: nil)
      return (file, try Scenario(propertyList: bytes, file: "profiles/scenarios/\(file)", profiles: profiles))
    } catch {
      // The bytes were embedded when this was built, and a test reads them all: no input can bring this about.
      fatalError("a bundled scenario is damaged: \(error)")
    }
  }
}
