/// The transfer of files to and from a network.
package struct FileSettings: Hashable, Sendable {
    package static let usual = FileSettings(mostBytes: 25 << 20)
    static let largest = 100 << 20  // A file is held in memory while it is transferred.

    /// The maximum size of one file in bytes; larger ones are only mentioned in the text.
    package var mostBytes: Int

    package init(mostBytes: Int) { self.mostBytes = mostBytes }
}

extension FileSettings {
    /// Reads `files: { most: 25MiB }`.
    init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'files' of a connection", findings) else { return nil }
        let most = map.take("most", "The maximum size of a transferred file (default: 25MiB; 0B for no files).")
        map.finish()
        self = .usual
        guard let most, let size = most.sizeInBytes(findings) else { return }
        guard (0...Self.largest).contains(size) else {
            findings.error(
                "bad-size", "files are transferred in memory: at most \(Self.largest >> 20)MiB", at: most.position,
                suggestion: "write \(Self.largest >> 20)MiB")
            return
        }
        mostBytes = size
    }
}
