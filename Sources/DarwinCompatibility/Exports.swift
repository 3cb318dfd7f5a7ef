// What Apple's Network and SystemConfiguration bring with them. One module declares what both need: the same member
// declared in two would be ambiguous where a client imports both.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Glibc
