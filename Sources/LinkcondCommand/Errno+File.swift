internal import FoundationEssentials
internal import LinuxSystem

extension Errno {
  /// The kernel's number for what Foundation says of a file; EIO if it says nothing that is known.
  init(ofFile error: any Error) {
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
