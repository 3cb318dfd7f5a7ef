import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Finding profiles")
struct ProfileStoreTests {
  private let bundled = ProfileStore(workingDirectory: nil, home: nil)

  @Test(
    "a name is found however it is written",
    arguments: [
      ("Edge", "Edge"), ("edge", "Edge"), ("EDGE.plist", "Edge"), ("very-bad-network", "Very Bad Network"),
      ("VeryBadNetwork", "Very Bad Network"), ("very_bad network", "Very Bad Network"), ("wifi", "Wi-Fi"),
      ("100% Loss", "100% Loss"), ("100%-loss", "100% Loss"), ("100loss", "100% Loss"), ("total-loss", "100% Loss"),
      ("cellular-3g", "3G"), ("3g", "3G"), ("Wi-Fi 802.11ac", "Wi-Fi 802.11ac"), ("airplanemode", "Airplane Mode"),
    ])
  func names(asked: String, found: String) throws {
    #expect(try bundled.find(asked).name == found)
  }

  @Test("an unknown name is answered with the nearest ones and where was looked")
  func unknown() {
    #expect(throws: UnknownName(.profile, name: "egde", nearest: ["Edge"], searched: ["bundled"])) {
      try bundled.find("egde")
    }
    #expect(throws: UnknownName(.profile, name: "satelite", nearest: ["Satellite"], searched: ["bundled"])) {
      try bundled.find("satelite")
    }
    #expect(throws: UnknownName(.profile, name: "nothing like it", nearest: [], searched: ["bundled"])) {
      try bundled.find("nothing like it")
    }
    #expect(
      UnknownName(.profile, name: "x", nearest: ["A", "B", "C"], searched: ["bundled", "profiles"]).description
        == "There is no profile 'x' (looked in: bundled, profiles). Did you mean 'A', 'B' or 'C'?")
  }

  @Test("the place nearest to the user wins, and the others keep their order")
  func places() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = \"e-d-g-e\"; DNSDelay = \"1 s\"; }", to: "\(folder)/home/.config/linkcond/profiles/a.plist")
      try write("{ Name = Home; }", to: "\(folder)/home/.config/linkcond/profiles/b.plist")
      try write("{ Name = Edge; DNSDelay = \"2 s\"; }", to: "\(folder)/project/profiles/a.plist")
      try write("not looked at", to: "\(folder)/project/profiles/notes.txt")
      try write("{ Name = Edge; DNSDelay = \"3 s\"; }", to: "\(folder)/one.plist")
      try write("{ Name = Edge; DNSDelay = \"4 s\"; }", to: "\(folder)/more/x.plist")
      func delay(_ extra: [String], work: String?, home: String?) throws -> Duration {
        try ProfileStore(extra: extra, workingDirectory: work, home: home).find("edge").dnsDelay
      }
      let (work, home) = ("\(folder)/project", "\(folder)/home")
      #expect(try delay([], work: nil, home: nil) == .zero)
      #expect(try delay([], work: nil, home: home) == .seconds(1))
      #expect(try delay([], work: work, home: home) == .seconds(2))
      #expect(try delay(["\(folder)/one.plist"], work: work, home: home) == .seconds(3))
      #expect(try delay(["\(folder)/one.plist", "\(folder)/more"], work: work, home: home) == .seconds(4))
      let entries = try ProfileStore(workingDirectory: work, home: home).all()
      #expect(entries.count == BundledProfiles.all.count + 1)
      #expect(entries.suffix(2).map(\.profile.name) == ["Home", "Edge"])
      #expect(entries.last?.origin == .file("\(work)/profiles/a.plist"))
    }
  }

  @Test("a path is read, whether by a slash or by its ending")
  func paths() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = \"My own\"; }", to: "\(folder)/mine.plist")
      #expect(try bundled.find("\(folder)/mine.plist").name == "My own")
      #expect(try bundled.entry("\(folder)/mine.plist").origin == .file("\(folder)/mine.plist"))
      let missing = ProfileFault(
        file: "\(folder)/other.plist", message: "The file cannot be read: No such file or directory.")
      #expect(throws: ProfileFaults([missing])) { try bundled.find("\(folder)/other.plist") }
      let folderFault = ProfileFault(
        file: folder, message: "This is a folder, not a file.")
      #expect(throws: ProfileFaults([folderFault])) { try bundled.find(folder) }
      #expect(throws: ProfileFaults.self) { try bundled.find("/dev/zero") }
    }
  }

  @Test("a file behind a symbolic link is read")
  func links() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = Target; }", to: "\(folder)/target")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link.plist", withDestinationPath: "target")
      #expect(try ProfileStore(extra: [folder], workingDirectory: nil, home: nil).find("target").name == "Target")
    }
  }

  @Test("damaged files stop only those who could have meant them, and are all told")
  func damaged() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = Good; }", to: "\(folder)/good.plist")
      try write("{ Name = }", to: "\(folder)/edge.plist")
      try write("{ Nam = x; }", to: "\(folder)/bad.plist")
      let store = ProfileStore(extra: [folder], workingDirectory: nil, home: nil)
      #expect(try store.find("good").name == "Good")
      #expect(try store.find("3G").name == "3G")
      // It would have been found instead of the bundled one.
      #expect(throws: ProfileFaults.self) { try store.find("edge") }
      #expect(throws: ProfileFaults.self) { try store.find("unheard of") }
      #expect(
        store.contents().faults.map(\.file) == ["\(folder)/bad.plist", "\(folder)/bad.plist", "\(folder)/edge.plist"])
      #expect(throws: ProfileFaults.self) { try store.all() }
    }
  }

  @Test("two files of one folder with the same name, and a missing place, are faults")
  func conflicts() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = \"One two\"; }", to: "\(folder)/a.plist")
      try write("{ Name = one-two; }", to: "\(folder)/b.plist")
      let contents = ProfileStore(extra: [folder, "\(folder)/missing"], workingDirectory: nil, home: nil).contents()
      #expect(
        contents.faults == [
          ProfileFault(
            file: "\(folder)/b.plist", keyPath: "Name", message: "\"one-two\" is also the name of \(folder)/a.plist."),
          ProfileFault(file: "\(folder)/missing", message: "There is no such file or folder."),
        ])
      #expect(contents.entries.count == BundledProfiles.all.count + 1)
    }
  }

  @Test("a profile with a key that Apple's files have too is not taken for one of them")
  func sharedKeys() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = Six; ProtocolFamily = IPv6; }", to: "\(folder)/a.plist")
      try write("{ Name = Wrong; DownlinkBandwidth = 780; }", to: "\(folder)/b.plist")
      let store = ProfileStore(extra: [folder], workingDirectory: nil, home: nil)
      #expect(try store.find("six").family == .ipv6)
      #expect(try store.find("\(folder)/a.plist").family == .ipv6)
      #expect(store.contents().faults.map(\.keyPath) == ["DownlinkBandwidth"])
    }
  }
}
