import Profiles

extension ListArguments {
  private struct Facts: Encodable {
    let schema = 1
    let profiles: [ProfileFacts]

    private enum CodingKeys: String, CodingKey { case schema, profiles }
  }

  /// The profiles that `store` has; what is damaged is complained about beside those that are not.
  func output(_ store: ProfileStore) throws -> CommandOutput {
    let contents = store.contents()
    var output = CommandOutput(facts: "")
    if isJSON {
      let facts = contents.entries.map { ProfileFacts($0.profile, origin: $0.origin) }
      output.facts = try CommandOutput.json(Facts(profiles: facts))
    } else {
      let rows = contents.entries.map { entry in
        [entry.profile.name] + Self.columns(entry.profile) + [Self.file(entry.origin)]
      }
      output.facts = Self.table([["NAME", "DOWNLINK", "UPLINK", "FILE"]] + rows)
    }
    if !contents.faults.isEmpty {
      output.complaints = contents.faults.map { "Error: \($0)\n" }.joined()
      output.status = .badInput
    }
    return output
  }

  /// The profiles that are found from here.
  func output() throws -> CommandOutput { try output(ProfileStore(extra: profilePlaces)) }

  /// What happens to packets, in few words, for each direction.
  private static func columns(_ profile: Profile) -> [String] {
    switch profile.linkState {
    case .down: return ["interface down", "interface down"]
    case .noCarrier: return ["no carrier", "no carrier"]
    case .up:
      let uplink = text(profile.uplink)
      let dns = profile.dnsDelay == .zero ? [] : ["DNS +\(profile.dnsDelay.quantityText)"]
      return [text(profile.downlink) ?? "-", ([uplink].compactMap { $0 } + dns).joined(separator: " ").ifEmpty("-")]
    }
  }

  /// The path of the file; nothing for the bundled ones, which leaves the table 80 columns wide.
  private static func file(_ origin: ProfileOrigin) -> String {
    switch origin {
    case .bundled: ""
    case .file(let path): path
    }
  }

  private static func text(_ conditions: LinkConditions) -> String? {
    conditions == .none ? nil : conditions.description.filter { $0 != "," }
  }

  /// The rows with their columns under one another, two spaces between.
  private static func table(_ rows: [[String]]) -> String {
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return cells.joined(separator: "  ").trimmingEnd() + "\n"
    }.joined()
  }
}

extension String {
  /// The text, or `other` in place of none.
  fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }

  /// The text without spaces at its end.
  fileprivate func trimmingEnd() -> String {
    var kept = self
    while kept.last == " " { kept.removeLast() }
    return kept
  }
}
