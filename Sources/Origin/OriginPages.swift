/// What the origin's HTTP server has to offer.
enum OriginPages {
  /// The longest body of `/bytes/N`: 16 GiB, more than any link of a lab moves in a test.
  static let mostBytes = 16 << 30

  /// The answer to a request.
  static func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return HTTPResponse(
        status: 405, body: .text("The origin answers GET and HEAD.\n"), keepsAlive: false,
        headers: [("Allow", "GET, HEAD")])
    }
    guard !request.hasBody else {
      return HTTPResponse(status: 413, body: .text("The origin reads no request bodies.\n"), keepsAlive: false)
    }
    var response = page(request.path)
    if request.path == "/generate_204", let value = challengeResponse(request) {
      response.headers.append(("Probe-Response", value))
    }
    response.keepsAlive = request.keepsAlive
    response.isHeadOnly = request.method == "HEAD"
    return response
  }

  /// What tells the origin from a portal that answers 204 to everything: the digits and letters of the challenge, at most 64.
  private static func challengeResponse(_ request: HTTPRequest) -> String? {
    guard let challenge = request.headers["probe-challenge"], (1...64).contains(challenge.utf8.count),
      challenge.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) })
    else { return nil }
    return "response \(challenge)"
  }

  /// The answer to what is no request; the connection ends with it.
  static func answer(_ fault: HTTPRequestParser.Fault) -> HTTPResponse {
    switch fault {
    case .malformed:
      HTTPResponse(status: 400, body: .text("This is not an HTTP/1.1 request.\n"), keepsAlive: false)
    case .tooLong:
      HTTPResponse(
        status: 431, body: .text("The head is longer than \(HTTPRequestParser.longestHead) bytes.\n"), keepsAlive: false
      )
    }
  }

  private static func page(_ path: Substring) -> HTTPResponse {
    switch path {
    case "/":
      return HTTPResponse(
        status: 200, body: .text("This is the origin of a linkcond lab.\n/generate_204, /bytes/N\n"), keepsAlive: true)
    case "/generate_204": return HTTPResponse(status: 204, body: nil, keepsAlive: true)
    default: break
    }
    let prefix = "/bytes/"
    guard path.hasPrefix(prefix) else {
      return HTTPResponse(status: 404, body: .text("The origin has /, /generate_204 and /bytes/N.\n"), keepsAlive: true)
    }
    let digits = path.dropFirst(prefix.count)
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits), count <= mostBytes else {
      return HTTPResponse(
        status: 400, body: .text("/bytes/N wants a whole number up to \(mostBytes).\n"), keepsAlive: true)
    }
    return HTTPResponse(status: 200, body: .zeros(count), keepsAlive: true)
  }
}
