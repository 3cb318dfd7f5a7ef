/// A form in which link conditions are written down, ours or another tool's.
public enum ProfileFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// linkcond's own property list, one profile a file.
  case native
  /// Apple's Network Link Conditioner: its whole preference file `com.apple.network.prefPaneSimulate`, or the dictionary of
  /// one profile.
  case nlc
  /// `NetworkProfiles.plist` of Apple's ConditionInducer: the same keys and `name`.
  case conditionInducer = "condition-inducer"
  /// JSON of Facebook's Augmented Traffic Control.
  case atc
  /// `connectivity.ini` of WebPageTest.
  case webPageTest = "webpagetest"
  /// JSON of sitespeed.io's throttle and browsertime.
  case sitespeed
  /// Conditions of Chrome's DevTools and protocol, Puppeteer and Lighthouse, in JSON.
  case chromeDevTools = "chrome"
  /// Throttling profiles of Firefox's developer tools, in JSON.
  case firefox
  /// Options and console commands of the Android emulator, such as `-netspeed edge -netdelay edge`.
  case androidEmulator = "android"
  /// A trace of Mahimahi's `mm-link`, or its `mm-delay` and `mm-loss` commands.
  case mahimahi
  /// The models of a NetHang file in YAML.
  case nethang
  /// Command lines of `tc` for netem, tbf and htb, or the arguments of netem alone.
  case tc
  /// JSON that `tcshow` of tcconfig prints.
  case tcconfig
  /// JSON that `containerlab tools netem show` prints.
  case containerlab
  /// BrowserStack's capabilities `networkProfile` and `customNetwork`, in JSON.
  case browserStack = "browserstack"
  /// JSON that `gcloud firebase test network-profiles describe` prints.
  case firebase
  /// The throttling in Charles's configuration, in XML.
  case charles
  /// Command lines of comcast, such as `comcast --latency=250 --target-bw=1000`.
  case comcast
  /// JSON of the shape that `linkcond show --json` prints; written, not read.
  case json

  /// The formats that ``ProfileImporter`` reads.
  public static let readable = allCases.filter { $0 != .json }
  /// The formats that ``ProfileExporter`` writes.
  public static let writable: [ProfileFormat] = [.native, .nlc, .conditionInducer, .tc, .json]
}
