import Foundation
import TestSupport

/// A folder of packages that depend on this one, gone with the value.
final class PackageFolder {
  let url: URL

  /// Has this package under the name by which dependents know it: SwiftPM goes by the folder's name.
  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("linkcond-packages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.createSymbolicLink(at: url.appendingPathComponent("linkcond"), withDestinationURL: root)
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("remove \(url.path): \(error)") }
  }

  func write(_ path: String, _ text: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Builds a package and runs its executable of the same name.
  func buildAndRun(_ name: String) throws -> (status: Int32, output: String) {
    let folder = url.appendingPathComponent(name).path
    let scratch = url.appendingPathComponent("build").path
    let build = try Shell.run(["swift", "build", "--package-path", folder, "--scratch-path", scratch])
    guard build.status == 0 else { return build }
    return try Shell.run(["\(scratch)/debug/\(name)"])
  }
}
