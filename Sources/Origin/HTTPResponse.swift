/// An answer of the origin's HTTP server.
struct HTTPResponse: Hashable, Sendable {
  /// What follows the head.
  enum Body: Hashable, Sendable {
    case text(String)
    /// So many zero bytes, made as they are sent.
    case zeros(Int)
  }

  var status: Int
  var body: Body?
  var keepsAlive: Bool
  var headers: [(name: String, value: String)] = []
  /// The request was HEAD: the head speaks of the body and no body follows.
  var isHeadOnly = false

  static func == (a: HTTPResponse, b: HTTPResponse) -> Bool {
    a.headBytes == b.headBytes && a.body == b.body && a.isHeadOnly == b.isHeadOnly
  }

  func hash(into hasher: inout Hasher) { hasher.combine(headBytes) }

  /// The body's length in bytes, as `Content-Length` says it.
  var length: Int {
    switch body {
    case .text(let text): text.utf8.count
    case .zeros(let count): count
    case nil: 0
    }
  }

  private var reason: String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 431: "Request Header Fields Too Large"
    default: "Error"
    }
  }

  /// Status line and headers, with the empty line behind them.
  var headBytes: [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(reason)"]
    lines += headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .text: lines.append("Content-Type: text/plain; charset=utf-8")
    case .zeros: lines.append("Content-Type: application/octet-stream")
    case nil: break
    }
    // RFC 9110: a 204 carries no Content-Length.
    if status != 204 { lines.append("Content-Length: \(length)") }
    lines.append("Cache-Control: no-store")
    lines.append("Connection: \(keepsAlive ? "keep-alive" : "close")")
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// How many bytes of body really follow.
  var bodyBytesToSend: Int { isHeadOnly ? 0 : length }
}
