internal import Glibc

/// Which thread runs; two that run at the same time are never equal.
public struct ThreadIdentity: Hashable, Sendable {
  private let handle: pthread_t

  /// The calling thread.
  public static var current: ThreadIdentity { ThreadIdentity(handle: pthread_self()) }
}
