/// The head of an HTTP/1.x request.
struct HTTPRequest: Hashable, Sendable {
  /// As written, such as `GET`.
  var method: String
  /// Path and query as written; of the absolute form only what follows the authority.
  var target: String
  /// HTTP/1.1, rather than 1.0.
  var isHTTP11: Bool
  /// Names in lower case, values trimmed.
  var headers: [String: String]

  /// `target` up to the query.
  var path: Substring { target.prefix { $0 != "?" } }

  /// The connection stays open after the answer.
  var keepsAlive: Bool {
    let options = (headers["connection"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    return isHTTP11 ? !options.contains("close") : options.contains("keep-alive")
  }

  /// A body follows the head. The origin reads none: it answers and closes.
  var hasBody: Bool {
    headers["transfer-encoding"] != nil || headers["content-length"].map { $0 != "0" } ?? false
  }
}
