/// The profiles that come with the module, from the folder `profiles/`, embedded when it is built.
public enum BundledProfiles {
  /// The profiles: the nine of Apple's Network Link Conditioner from nothing to fast, then the others.
  public static let all: [Profile] = files.map(\.profile)

  /// Each file of the folder `profiles/` with what is in it.
  static let files: [(file: String, profile: Profile)] = [
    read("total-loss.plist", PackageResources.total_loss_plist),
    read("very-bad-network.plist", PackageResources.very_bad_network_plist),
    read("edge.plist", PackageResources.edge_plist),
    read("cellular-3g.plist", PackageResources.cellular_3g_plist),
    read("lte.plist", PackageResources.lte_plist),
    read("dsl.plist", PackageResources.dsl_plist),
    read("wifi.plist", PackageResources.wifi_plist),
    read("wifi-802.11ac.plist", PackageResources.wifi_802_11ac_plist),
    read("high-latency-dns.plist", PackageResources.high_latency_dns_plist),
    read("airplane-mode.plist", PackageResources.airplane_mode_plist),
    read("lossy-wifi.plist", PackageResources.lossy_wifi_plist),
    read("cellular-2g.plist", PackageResources.cellular_2g_plist),
    read("cellular-4g.plist", PackageResources.cellular_4g_plist),
    read("cellular-5g.plist", PackageResources.cellular_5g_plist),
    read("satellite.plist", PackageResources.satellite_plist),
  ]

  private static func read(_ file: String, _ bytes: [UInt8]) -> (file: String, profile: Profile) {
    do {
      return (file, try Profile(propertyList: bytes, file: "profiles/\(file)"))
    } catch {
      // Embedded when this was built, and a test reads them all: no input can bring this about.
      fatalError("a bundled profile is damaged: \(error)")
    }
  }

  /// The profile of a bundled file, for the names in ``Profile``.
  static func profile(in file: String) -> Profile {
    guard let entry = files.first(where: { $0.file == file }) else {
      // Called with literals only, and a test calls each.
      fatalError("no bundled profile \(file)")
    }
    return entry.profile
  }
}

extension Profile {
  /// Every packet is lost: Apple's "100% Loss".
  public static let totalLoss = BundledProfiles.profile(in: "total-loss.plist")
  /// 1 Mbit/s, 500 ms and 10 % loss each way: Apple's "Very Bad Network".
  public static let veryBadNetwork = BundledProfiles.profile(in: "very-bad-network.plist")
  /// 240 kbit/s and 400 ms down, 200 kbit/s and 440 ms up: Apple's "Edge".
  public static let edge = BundledProfiles.profile(in: "edge.plist")
  /// 780 kbit/s down, 330 kbit/s up, 100 ms each way: Apple's "3G".
  public static let cellular3G = BundledProfiles.profile(in: "cellular-3g.plist")
  /// 50 Mbit/s and 50 ms down, 10 Mbit/s and 65 ms up: Apple's "LTE".
  public static let lte = BundledProfiles.profile(in: "lte.plist")
  /// 2 Mbit/s down, 256 kbit/s up, 5 ms each way: Apple's "DSL".
  public static let dsl = BundledProfiles.profile(in: "dsl.plist")
  /// 40 Mbit/s down, 33 Mbit/s up, 1 ms each way: Apple's "Wi-Fi".
  public static let wifi = BundledProfiles.profile(in: "wifi.plist")
  /// 250 Mbit/s down, 100 Mbit/s up, 1 ms each way: Apple's "Wi-Fi 802.11ac".
  public static let wifi80211ac = BundledProfiles.profile(in: "wifi-802.11ac.plist")
  /// DNS queries wait 3 s: Apple's "High Latency DNS".
  public static let highLatencyDNS = BundledProfiles.profile(in: "high-latency-dns.plist")
  /// The interface is down.
  public static let airplaneMode = BundledProfiles.profile(in: "airplane-mode.plist")
  /// 20 Mbit/s, 40 ms and 2 % loss each way.
  public static let lossyWiFi = BundledProfiles.profile(in: "lossy-wifi.plist")
  /// 35 kbit/s down, 32 kbit/s up, 650 ms each way.
  public static let cellular2G = BundledProfiles.profile(in: "cellular-2g.plist")
  /// 9 Mbit/s and 85 ms each way.
  public static let cellular4G = BundledProfiles.profile(in: "cellular-4g.plist")
  /// 166.13 Mbit/s down, 21.08 Mbit/s up, 16.5 ms each way.
  public static let cellular5G = BundledProfiles.profile(in: "cellular-5g.plist")
  /// 25 Mbit/s, 300 ms and 0.5 % loss each way.
  public static let satellite = BundledProfiles.profile(in: "satellite.plist")
}
