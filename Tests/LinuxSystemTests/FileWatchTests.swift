import LinuxSystem
import Testing

@Suite("A watch over a file")
struct FileWatchTests {
  @Test("tells what concerns the file, once, and nothing else")
  func file() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/name"
    let watch = try FileWatch(path)
    #expect(!watch.hasChanged())
    let other = try folder.file("other", "")
    #expect(!watch.hasChanged())
    try SystemFile.replace(path, with: "1")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
    try SystemFile.replace(other, with: "2")
    #expect(!watch.hasChanged())
    try SystemFile.remove(path)
    #expect(Wait.readable([watch.descriptor], nanoseconds: 0) == [true])
    #expect(watch.hasChanged())
    #expect(Wait.readable([watch.descriptor], nanoseconds: 0) == [false])
  }

  @Test("follows links, to a folder that is not there yet as well, and no longer to where they once led")
  func links() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.link("name", to: "inner/target")
    let watch = try FileWatch(path)
    let inner = try folder.folder("inner")
    #expect(watch.hasChanged())
    let target = try folder.file("inner/target", "")
    #expect(watch.hasChanged())
    try SystemFile.replace(target, with: "1")
    #expect(watch.hasChanged())
    let second = try folder.file("second", "")
    #expect(!watch.hasChanged())
    try SystemFile.remove(path)
    _ = try folder.link("name", to: second)
    #expect(watch.hasChanged())
    try SystemFile.replace("\(inner)/target", with: "2")
    #expect(!watch.hasChanged())
    try SystemFile.replace(second, with: "3")
    #expect(watch.hasChanged())
  }

  @Test("a link that leads to itself is no trouble")
  func circle() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let watch = try FileWatch(try folder.link("name", to: "name"))
    try SystemFile.remove("\(folder.path)/name")
    #expect(watch.hasChanged())
  }
}
