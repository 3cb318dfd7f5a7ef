// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The old name of ``SCNetworkReachabilityFlags/transientConnection``.
public let kSCNetworkFlagsTransientConnection: Int = 1
/// The old name of ``SCNetworkReachabilityFlags/reachable``.
public let kSCNetworkFlagsReachable: Int = 2
/// The old name of ``SCNetworkReachabilityFlags/connectionRequired``.
public let kSCNetworkFlagsConnectionRequired: Int = 4
