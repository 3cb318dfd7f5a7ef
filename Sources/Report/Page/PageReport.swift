internal import Record

/// A record as one HTML file that needs nothing else: style, script and drawings are in it, and it asks nothing of the
/// network.
public struct PageReport: Sendable {
  private let runs: [RunAnalysis]
  private let series: [ProbeSeries]

  /// The page of some runs.
  public init(stories: [RunStory]) {
    runs = stories.map(RunAnalysis.init)
    series = stories.map(ProbeSeries.init)
  }

  /// The page, in UTF-8.
  public var text: String {
    let most = ShownTransitions.most(on: runs)
    let title = "linkcond: \(runs.count) \(runs.count == 1 ? "run" : "runs")"
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
      <link rel="icon" href="data:,">
      <title>\(Markup.escape(title))</title>
      <style>
      \(PageStyle.css)
      </style>
      </head>
      <body>
      <main>
      \(OverviewSection(runs: runs, most: most).html)
      """
    for index in runs.indices {
      text +=
        RunSection(
          run: runs[index], series: series[index], shown: ShownTransitions(runs[index], most: most), number: index + 1
        ).html
    }
    text += """
      </main>
      <script>
      \(PageScript.source)
      </script>
      </body>
      </html>

      """
    return text
  }
}
