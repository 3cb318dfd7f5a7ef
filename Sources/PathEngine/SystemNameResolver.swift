public import LinuxSystem
internal import Netlink

/// Looks names up as any program on this machine does, each on a thread of its own, since `getaddrinfo(3)` waits.
public struct SystemNameResolver: NameResolver {
  private let namespace: NetworkNamespace?

  /// - Parameter namespace: Where the questions are asked; nil is the namespace of the thread that starts a look-up.
  public init(namespace: NetworkNamespace? = nil) { self.namespace = namespace }

  /// Equivalent to `getent ahosts NAME`.
  public func resolve(_ name: String, completion: @escaping @Sendable (ResolvedName) -> Void) {
    let lookUp: @Sendable () -> Void = {
      do {
        completion(ResolvedName(addresses: try HostLookUp.addresses(of: name).compactMap { IPAddress(bytes: $0) }))
      } catch {
        completion(ResolvedName(failure: "\(error)"))
      }
    }
    do {
      if let namespace {
        _ = try OwnThread.start(name: "lc-resolve", in: namespace) { lookUp }
      } else {
        _ = try OwnThread(name: "lc-resolve", lookUp)
      }
    } catch {
      completion(ResolvedName(failure: "\(error)"))
    }
  }
}
