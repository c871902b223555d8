import ChatModel
import TextFolding

/// Reads capture groups of one pattern from texts, as written there.
package struct CaptureReader: Sendable {
    package let pattern: Pattern
    private let folding: Folding

    package init(_ pattern: Pattern) {
        self.pattern = pattern
        folding = Folding(pattern.folds)
    }

    /// Returns a group of the first match in a text, empty if the match does not contain it; `nil` if the pattern does not match
    /// or has no such group.
    ///
    /// - Parameter key: The name or number of the group.
    package func group(_ key: String, in text: String) -> String? {
        guard let number = pattern.groups.number(of: key) else { return nil }
        let folded = folding.traced(text)
        guard let found = pattern.groups(in: folded.bytes) else { return nil }
        guard let range = found.captured[number - 1], !range.isEmpty else { return "" }
        return TextMatch(folded.origin(of: range), of: text, []).text
    }
}
