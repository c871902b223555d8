/// The check of addresses that clients open or load.
package enum WebAddress {
    static let maxBytes = 2048

    /// Returns whether a text is a web address: `https://` or `http://`, a host, and no spaces.
    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= maxBytes, !text.contains(where: { $0.isWhitespace || $0.asciiValue.map { $0 < 32 } ?? false }),
            let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) })
        else { return false }
        return !text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.isEmpty
    }
}
