internal import LinuxSystem

extension NetworkNamespace {
  /// Makes one for a lab.
  ///
  /// - Throws: ``LabError`` where the machine allows no more of them, else `SystemError`.
  static func createForLab(name: String) throws -> NetworkNamespace {
    do throws(SystemError) {
      return try create(name: name)
    } catch {
      guard error.errno == .noSpace else { throw error }
      throw LabError(.missingPiece, error.operation, because: "\(error.errno).", advice: error.advice)
    }
  }
}
