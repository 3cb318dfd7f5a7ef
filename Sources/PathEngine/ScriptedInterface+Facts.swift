internal import Netlink

extension ScriptedInterface {
  /// As the kernel would list it.
  func link(_ index: Int32) -> LinkFacts {
    var flags: LinkFlags = isUp ? [.up] : []
    if isTunnel { flags.insert(.pointToPoint) }
    if isUp && hasCarrier { flags.formUnion(isDormant ? [.lowerUp, .dormant] : [.lowerUp, .running]) }
    let state: OperationalState =
      !isUp || !hasCarrier ? .down : isDormant ? .dormant : isTunnel ? .unknown : .up
    return LinkFacts(
      index: index, name: name, kind: isTunnel ? "tun" : nil, hardwareType: isTunnel ? 65_534 : 1, flags: flags,
      operationalState: state, carrier: isUp && hasCarrier)
  }

  /// IPv6 addresses go when an interface is set down, IPv4 ones stay.
  func addressFacts(_ index: Int32) -> [AddressFacts] {
    addresses.filter { isUp || $0.address.family == .ipv4 }.map { AddressFacts(interfaceIndex: index, prefix: $0) }
  }

  /// Connected networks and default routes; without a carrier they are marked and stay.
  func routes(_ index: Int32) -> [RouteFacts] {
    guard isUp else { return [] }
    let flags: UInt32 = hasCarrier ? 0 : 0x10  // RTNH_F_LINKDOWN
    let connected = addresses.map {
      RouteFacts(
        family: $0.address.family, destination: $0.network, interfaceIndex: index, scope: 253, protocolNumber: 2,
        flags: flags)
    }
    guard hasDefaultRoute else { return connected }
    let families = Set(addresses.map(\.address.family)).sorted { a, _ in a == .ipv4 }
    let defaults: [RouteFacts] =
      if isTunnel {
        families.map { RouteFacts(family: $0, metric: metric, interfaceIndex: index, scope: 253, flags: flags) }
      } else {
        gateways.map {
          RouteFacts(family: $0.family, metric: metric, gateway: $0, interfaceIndex: index, flags: flags)
        }
      }
    return connected + defaults
  }
}

extension IPPrefix {
  /// The network without the host part.
  fileprivate var network: IPPrefix? {
    let bytes = address.bytes.enumerated().map { index, byte in
      let bits = min(8, max(0, Int(length) - index * 8))
      return bits == 0 ? 0 : byte & (0xff << UInt8(8 - bits))
    }
    return IPAddress(bytes: bytes).flatMap { IPPrefix($0, length: length) }
  }
}
