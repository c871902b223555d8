import BotConfiguration

/// A media type, or all types of a family: `application/zip`, `image/*`. Mezon sends MIME types, and for some files only the
/// family.
struct MediaType: Hashable, Sendable {
    private let family: Substring
    /// The subtype; `nil` for the whole family.
    private let kind: Substring?

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard let text = node.text(diagnostics)?.lowercased() else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), parts[0] != "*" else {
            diagnostics.error(
                "bad-media-type", "'\(text)' is not a media type", at: node.position,
                suggestion: "write image/png, or image/* for all images")
            return nil
        }
        family = parts[0]
        kind = parts.count == 2 && parts[1] != "*" ? parts[1] : nil
    }

    /// Returns whether the type includes a declared media type.
    ///
    /// - Parameter text: The media type that an attachment declares. Parameters after a `;` are ignored.
    func covers(_ text: String) -> Bool {
        let parts = text.lowercased().prefix { $0 != ";" }.split(separator: "/").map { $0.filter { $0 != " " } }
        guard let family = parts.first, family == self.family else { return false }
        return kind.map { parts.count == 2 && parts[1] == $0 } ?? true
    }
}
