extension NetworkPath {
  /// Whether a client that has seen `old` must hear of this path at once: it can be used or no more, or goes another way.
  ///
  /// Anything else (why there is none, a second family, name servers, routers) may wait the millisecond until the kernel has
  /// said all of the same change.
  public func isUrgent(after old: NetworkPath) -> Bool {
    status != old.status || interfaces != old.interfaces || usedTypes != old.usedTypes
  }
}
