/// A Matrix content URI, `mxc://server/id`: a file that a Matrix server stores.
package struct MatrixFileAddress: Hashable, Sendable, CustomStringConvertible {
    private static let maxPartLength = 255

    package let server: String
    package let id: String

    /// Parses a URI; nil for any other form (client-server API, "Matrix Content URIs"). No part can escape its component in a path.
    package init?(_ text: String) {
        guard text.utf8.count <= 2 * Self.maxPartLength, text.prefix(6).lowercased() == "mxc://" else { return nil }
        let parts = text.utf8.dropFirst(6).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...Self.maxPartLength).contains($0.count) }),
            parts[0].allSatisfy({ Self.isWord($0) || ".:[]".utf8.contains($0) }), parts[0].contains(where: Self.isWord),
            parts[1].allSatisfy(Self.isWord)
        else { return nil }
        server = String(decoding: parts[0], as: UTF8.self)
        id = String(decoding: parts[1], as: UTF8.self)
    }

    package var description: String { "mxc://\(server)/\(id)" }

    private static func isWord(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
    }
}
