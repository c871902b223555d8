/// The transfer of files to and from a network.
package struct FileSettings: Hashable, Sendable {
    package static let standard = FileSettings(maxBytes: 25 << 20)
    static let maxLimitInBytes = 100 << 20  // A file is held in memory while it is transferred.

    /// The maximum size of one file in bytes; larger ones are only mentioned in the text.
    package var maxBytes: Int

    package init(maxBytes: Int) { self.maxBytes = maxBytes }
}

extension FileSettings {
    /// Reads `files: { max_size: 25MiB }`.
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'files' of a connection", diagnostics) else { return nil }
        let limit = map.take("max_size", "The maximum size of a transferred file (default: 25MiB; 0B for no files).")
        map.finish()
        self = .standard
        guard let limit, let size = limit.sizeInBytes(diagnostics) else { return }
        guard (0...Self.maxLimitInBytes).contains(size) else {
            diagnostics.error(
                "bad-size", "files are transferred in memory: at most \(Self.maxLimitInBytes >> 20)MiB", at: limit.position,
                suggestion: "write \(Self.maxLimitInBytes >> 20)MiB")
            return
        }
        maxBytes = size
    }
}
