import Conditioner
import Foundation
import LinuxSystem
import Testing

extension Witness {
  /// The rate of one direction as tcpdump's stamps at its far end show it, in bits a second: a ping of 40 fragments comes in
  /// at once, so from the first fragment to the last the link is never without one. The median of twelve such pings.
  ///
  /// It needs no more than 480 kbit at a time, so a machine that cannot carry a fast rate for seconds can still show it.
  func stretchedRate(isDownlink: Bool) async throws -> Double {
    let output = try CapturedOutput()
    let watcher = try lab.spawn([
      "tcpdump", "-n", "-tt", "-v", "-l", "-Z", "root", "-Q", "in", "-i", "any", "ip proto 1",
    ]) { request in
      if !isDownlink { request.networkNamespace = lab.network.descriptor }
      request.standardOutput = output.writeEnd
    }
    output.closeWriteEnd()
    async let text = output.text()
    try await shows("packet socket", ["ss", "-H0n"], isDownlink ? lab.client : lab.network)
    // 59 192 bytes and the header of ICMP are 40 fragments of 1480; the queue of every profile holds 50 frames. What is lost
    // takes no time of the link, so the others still follow one another closely.
    _ = try await ping(count: 12, interval: 0.3, payload: 59_192)
    _ = await watcher.end(grace: .seconds(5))
    let seen = await text
    let rates = Stretch.all(in: seen).filter { $0.frames >= 30 }.compactMap(\.rate).sorted()
    return try #require(
      rates.isEmpty ? nil : rates[rates.count / 2], "tcpdump saw no ping whole: \(seen.suffix(400))")
  }

  /// Waits until a tool has something to say in a namespace.
  func shows(_ what: String, _ command: [String], _ namespace: NetworkNamespace) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let output = try CapturedOutput()
      let process = try lab.spawn(command) { request in
        request.networkNamespace = namespace.descriptor
        request.standardOutput = output.writeEnd
      }
      output.closeWriteEnd()
      let text = await output.text()
      _ = await process.wait()
      if text.contains(where: { !$0.isWhitespace }) { return }
    }
    Issue.record("there was no \(what) within 20 s")
  }
}
