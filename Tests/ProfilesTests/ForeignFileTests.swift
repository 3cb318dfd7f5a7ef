import Testing

@testable import Profiles

/// Files of other tools where a profile of ours or of Apple's is expected.
@Suite("Files of other tools in place of profiles")
struct ForeignFileTests {
  @Test(
    "are told by their format, with the way to read them",
    arguments: [
      ("{\"up\": 1, \"down\": 2, \"rtt\": 3}", "sitespeed", "'linkcond convert' reads it"),
      ("; a comment\n[3G]\nbwIn=1\nbwOut=1\nlatency=1\n", "webpagetest", "'linkcond convert' reads it"),
      ("#!/bin/sh\ntc qdisc add dev eth0 root netem delay 1ms\n", "tc", "'linkcond convert' reads it"),
    ])
  func foreign(text: String, format: String, way: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.plist"
      try write(text, to: path)
      let store = ProfileStore(extra: [path], workingDirectory: nil, home: nil)
      let expected = ProfileFault(
        file: path, message: "This is no property list but looks like the format \(format); \(way).")
      #expect(FileCheck(path).faults == [expected])
      #expect(store.contents().faults == [expected])
      #expect(throws: ProfileFaults([expected])) { try store.find(path) }
    }
  }

  @Test("what linkcond writes as JSON is told apart")
  func own() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.plist"
      try write(try ProfileExporter.export([.edge], to: .json).text, to: path)
      #expect(
        FileCheck(path).faults.map(\.message) == [
          "This is no property list but looks like the format json; linkcond writes it and does not read it."
        ])
    }
  }

  @Test("what looks like nothing keeps the reason of the property list")
  func nothing() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.plist"
      try write("{ Name = x; Link = {}", to: path)
      #expect(FileCheck(path).faults.first?.message.hasPrefix("This is not a property list: ") == true)
    }
  }

  @Test("of several profiles in Apple's file the selected one is marked")
  func selected() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.plist"
      let one = "{ Profiles = { A = { DownlinkDelay = 1; }; }; SelectedProfile = A; }"
      let two = "{ Profiles = { A = { DownlinkDelay = 1; }; B = { DownlinkDelay = 2; }; }; SelectedProfile = B; }"
      for (text, selected) in [(one, []), (two, ["B"]), (two.replacing("= B; }", with: "= C; }"), [])] {
        try write(text, to: path)
        let entries = ProfileStore(extra: [path], workingDirectory: nil, home: nil).contents().entries
        #expect(entries.filter(\.isSelected).map(\.profile.name) == selected)
      }
    }
  }
}
