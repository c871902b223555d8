import Testing

@testable import ConnectorKit
@testable import Matrix

struct FileNameSanitizerTests {
    @Test(arguments: [
        ("cat.png", "cat.png"), ("ảnh mèo.jpg", "ảnh mèo.jpg"), ("../../etc/passwd", "passwd"), ("C:\\x\\y.exe", "y.exe"),
        ("/", "file"), ("", "file"), ("..", "file"), (" . ", "file"), ("a\nb.png", "b.png"),
        ("a\u{0}\u{1B}[31mb\u{7F}.png", "a[31mb.png"),
        ("gpj\u{202E}.exe", "gpj.exe"), ("a\u{200B}b", "ab"), ("  two   words ", "two words"),
    ]) func `a file name contains no path and no invisible characters`(given: String, name: String) {
        #expect(FileNameSanitizer.name(given) == name)
    }

    @Test func `a long file name keeps its extension`() {
        #expect(FileNameSanitizer.name(String(repeating: "a", count: 500) + ".png") == String(repeating: "a", count: 96) + ".png")
        #expect(FileNameSanitizer.name(String(repeating: "a", count: 500)).count == 100)
        #expect(FileNameSanitizer.name("a." + String(repeating: "b", count: 500)).count == 100)
        #expect(FileNameSanitizer.name("e" + String(repeating: "\u{301}", count: 90_000)).unicodeScalars.count <= 200)
    }

    @Test(arguments: [
        ("image/png", "image/png"), ("Image/PNG", "image/png"), ("text/plain; charset=utf-8", "text/plain"),
        ("application/vnd.ms-excel", "application/vnd.ms-excel"), (" video/mp4 ", "video/mp4"),
        ("application/vnd.openxmlformats-officedocument.x", "application/vnd.openxmlformats-officedocument.x"),
        // Types that a browser would execute.
        ("text/html", FileNameSanitizer.bytes), ("image/svg+xml", FileNameSanitizer.bytes),
        ("application/xhtml+xml", FileNameSanitizer.bytes),
        ("text/javascript", FileNameSanitizer.bytes), ("application/ecmascript;x", FileNameSanitizer.bytes),
    ]) func `a media type is a registered one`(given: String, type: String) {
        #expect(FileNameSanitizer.mediaType(given) == type)
    }

    @Test(arguments: [
        "", "image", "image/", "/png", "image/png/x", "cdn.komu.vn/stickers", "image/p\r\nX: y", "image/\u{e9}", "x-y/z", "doc",
        ";",
    ])
    func `an invalid media type is rejected`(given: String) { #expect(FileNameSanitizer.mediaType(given) == nil) }

    @Test(arguments: [
        (0, "0 bytes"), (-1, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (1234, "1.2 kB"), (999_949, "999.9 kB"),
        (1_000_000, "1 MB"), (26_214_400, "26.2 MB"), (3_000_000_000, "3 GB"), (.max, "9223372 TB"),
    ]) func `a file size is formatted`(bytes: Int, text: String) { #expect(FileSize.text(bytes) == text) }

    @Test(arguments: ["mxc://a.example/Ab-1_", "MXC://a.example:8448/x", "mxc://[::1]:80/x", "mxc://localhost/x"])
    func `a Matrix file address consists of a server and an id`(text: String) {
        #expect(MatrixFileAddress(text).map { "\($0)".dropFirst(3) } == text.dropFirst(3))
    }

    @Test(arguments: [
        "", "mxc://", "mxc://a", "mxc://a/", "mxc:///b", "mxc://a/b/c", "mxc://a/..", "mxc://../b", "mxc://a/b?c", "mxc://a/b#c",
        "mxc://a/%2e", "mxc://a@b/c", "mxc://a b/c", "mxc://é/c", "https://a/b", "mxc://a/\u{0}", "mxc:a/b",
        "mxc://a/" + String(repeating: "b", count: 256),
    ]) func `an invalid Matrix file address is rejected`(text: String) { #expect(MatrixFileAddress(text) == nil) }
}
