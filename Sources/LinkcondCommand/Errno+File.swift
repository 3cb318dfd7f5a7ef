internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem

extension Errno {
  /// The kernel's number for what Foundation says of a file, as Foundation was told it where it says; EIO if it says nothing
  /// that is known.
  init(ofFile error: any Error) {
    if let told = (error as? POSIXError) ?? (error as? CocoaError)?.underlying as? POSIXError {
      self.init(rawValue: told.code.rawValue)
      return
    }
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile?, .fileReadNoSuchFile?: self.init(rawValue: 2)
    case .fileWriteNoPermission?: self.init(rawValue: 13)
    case .fileWriteOutOfSpace?: self.init(rawValue: 28)
    case .fileWriteVolumeReadOnly?: self.init(rawValue: 30)
    case .fileWriteFileExists?: self.init(rawValue: 17)
    default: self.init(rawValue: 5)
    }
  }
}
