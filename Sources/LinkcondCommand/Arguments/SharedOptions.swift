import Conditioner
/// The options that several commands have.
enum SharedOptions {
  static let profiles = ValueOption<String>(
    "profiles", value: "path", help: "Look for profiles in this folder or file too. Repeat it for several.",
    isRepeated: true)

  static let engine = ValueOption<EngineChoice>(
    "engine", value: "engine", help: "What imposes the conditions.", fallback: .auto)

  static let seed = ValueOption<UInt64>(
    "seed", value: "number",
    help: "Lose the same packets as another run with this number. Another one is drawn each time if it is left out.",
    range: 0...UInt64.max)

  static let serve = ValueOption<String>(
    "serve", value: "command", help: "Run this shell command on the network side, such as the command's own server.")

  static let wayOut = Flag(
    "way-out", help: "Connect the lab to the real network too, through pasta or slirp4netns, whichever is installed.")

  static let json = Flag("json", help: "Print JSON.")

  static let plain = Flag("plain", help: "Print without colours, and nothing that moves.")

  static let profile = ArgumentDescription(
    "profile", help: "A profile's name, of which case, spaces, '-' and '_' do not matter, or the path of its file.")
}
