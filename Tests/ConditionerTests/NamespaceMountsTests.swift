import Testing

@testable import Conditioner

@Suite("Network namespaces that are mounted")
struct NamespaceMountsTests {
  private static let table = """
    22 27 0:21 / /proc rw,nosuid shared:12 - proc proc rw
    301 25 0:4 net:[4026532180] /run/netns/blue rw shared:5 - nsfs nsfs rw
    302 25 0:4 net:[4026532181] /run/a\\040b\\134c rw shared:6 - nsfs nsfs rw
    303 25 0:4 mnt:[4026532180] /run/mount rw - nsfs nsfs rw
    304 25 0:4 net:[4026532181] /srv/ns rw - nsfs nsfs rw
    cut off
    """

  @Test("each place of the one that is meant, with what is escaped in it")
  func places() {
    #expect(NamespaceMounts.paths(of: 4_026_532_180, in: Self.table) == ["/run/netns/blue"])
    #expect(NamespaceMounts.paths(of: 4_026_532_181, in: Self.table) == ["/run/a b\\c", "/srv/ns"])
    #expect(NamespaceMounts.paths(of: 1, in: Self.table).isEmpty)
  }
}
