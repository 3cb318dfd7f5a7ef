import Foundation
import Testing

/// Chromium without a window, which opens a page and tells what a script found there.
enum Browser {
  /// Whether the tests that need it were asked for.
  static let isAsked = ProcessInfo.processInfo.environment["LINKCOND_FULL"] == "1"

  /// Why they are not run.
  static let reason: Comment = "these tests open pages in Chromium; LINKCOND_FULL=1 asks for them"

  /// Opens a page and gives what `script`, the body of a function, returns in it, as JSON, with what went wrong before.
  ///
  /// - Parameters:
  ///   - page: The page's text.
  ///   - width: Of the window.
  ///   - isDark: Whether the reader prefers dark colours.
  ///   - script: May use `errors`: what was thrown, refused by the page's policy, or said by `alert`.
  static func open(_ page: String, width: Int = 1_280, isDark: Bool = false, script: String) throws -> [String: Any] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    let file = folder.appending(path: "page.html")
    try instrumented(page, script).write(to: file, atomically: true, encoding: .utf8)

    let browser = Process()
    browser.executableURL = URL(filePath: "/usr/bin/env")
    // Started within half a minute even on a machine that builds something else at the same time.
    browser.arguments =
      [
        "timeout", "120", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        "--user-data-dir=\(folder.path)/profile", "--window-size=\(width),1600",
      ] + (isDark ? ["--force-dark-mode"] : []) + ["--virtual-time-budget=10000", "--dump-dom", file.absoluteString]
    let (output, complaints) = (folder.appending(path: "output"), folder.appending(path: "complaints"))
    for url in [output, complaints] { try Data().write(to: url) }
    browser.standardOutput = try FileHandle(forWritingTo: output)
    browser.standardError = try FileHandle(forWritingTo: complaints)
    try browser.run()
    browser.waitUntilExit()

    let said = String(decoding: try Data(contentsOf: complaints), as: UTF8.self)
    let document = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    let found = try #require(
      document.firstRange(of: "<pre id=\"outcome\">").flatMap { start in
        document[start.upperBound...].firstRange(of: "</pre>").map { document[start.upperBound..<$0.lowerBound] }
      },
      "Chromium (apt-get install chromium) ended with \(browser.terminationStatus) and no outcome: \(said.suffix(2_000))"
    )
    let data = try #require(Data(base64Encoded: String(found)))
    var outcome = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    outcome["console"] = said.split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init)
    return outcome
  }

  /// The page with a script in front that listens for errors and one at the end that looks at the rest.
  private static func instrumented(_ page: String, _ script: String) -> String {
    let listener = """
      <script>
      const errors = [];
      addEventListener("error", (event) => errors.push(String(event.message)));
      addEventListener("securitypolicyviolation", (event) => errors.push(event.violatedDirective + " " + event.blockedURI));
      window.alert = (text) => errors.push("alert " + text);
      </script>
      """
    // The outcome is base64, so that nothing in it is taken for markup.
    let look = """
      <script>
      addEventListener("load", async () => {
        const outcome = await (async () => { \(script) })();
        const bytes = new TextEncoder().encode(JSON.stringify({ ...outcome, errors }));
        const element = document.createElement("pre");
        element.id = "outcome";
        element.textContent = btoa(String.fromCharCode(...bytes));
        document.body.append(element);
      });
      </script>
      """
    return page.replacing("<head>", with: "<head>" + listener, maxReplacements: 1)
      .replacing("</body>", with: look + "</body>", maxReplacements: 1)
  }
}
