extension NetworkPath {
  /// Whether a client that has seen `old` must hear of this path at once: it can be used or no more, or goes another way.
  ///
  /// Anything else (why there is none, a second family, name servers, routers) may wait the millisecond until the kernel has
  /// said all of the same change.
  public func isUrgent(after old: NetworkPath) -> Bool {
    status != old.status || interfaces != old.interfaces || usedTypes != old.usedTypes
  }

  /// Whether there is no path although a default route leads out by an interface that is up: so it is for a moment while the
  /// kernel takes traffic from an interface that lost its carrier to the next one, and for good where it ignores carriers
  /// (`ignore_routes_with_linkdown` is 0, the default).
  func isBetweenInterfaces(
    _ snapshot: NetworkSnapshot, overrides: InterfaceOverrides, constraint: InterfaceConstraint
  ) -> Bool {
    guard status == .unsatisfied, constraint == .any else { return false }
    return PathChoice.hasUsableDefault(snapshot, PathVerdict(snapshot, overrides))
  }
}
