internal import Foundation
internal import PathEngine

/// A text that was given as a host and is none.
public struct HostNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String

  /// One line, with the host where the text is a URL.
  public var description: String {
    let host = URL(string: text)?.host.flatMap { $0.isEmpty ? nil : $0 }
    let way = host.map { "Give the host alone: '\($0)'." } ?? "Give a host name or an address, such as 'example.test'."
    return "watch the reachability of '\(text)': that is no host. \(way)"
  }

  /// Refuses what can't be a host: a URL's name never resolves, and the target would be unreachable for ever.
  static func check(_ text: String) throws(HostNameError) {
    guard ReachabilityTarget(host: text) != nil else { throw HostNameError(text: text) }
  }
}
