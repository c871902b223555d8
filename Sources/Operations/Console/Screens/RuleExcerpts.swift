import BotConfiguration
import Moderation
import RuleEngine
import Storage

/// The text of a rule in its file, with the conditions that decided.
struct RuleExcerpt: Sendable {
    struct Line: Sendable {
        let number: Int
        let text: String
        /// A Boolean value that indicates whether a reason of the decision names the condition on this line.
        let isDeciding: Bool
    }

    /// The file and line of the rule, for example `rules/spam.yaml:12`.
    let location: String
    let lines: [Line]
    let hasDeciding: Bool
}

/// The rules of a revision with the text of its files.
struct RuleExcerpts: Sendable {
    private static let maxLines = 60

    private let positions: [String: SourcePosition]
    private let texts: [String: [Substring]]

    init(_ revision: RuleRevision) {
        let listing = revision.rules?.listing ?? []
        positions = Dictionary(listing.map { ($0.id, $0.position) }) { first, _ in first }
        texts = (RevisionFiles(json: revision.files)?.texts ?? [:]).mapValues {
            $0.split(omittingEmptySubsequences: false) { $0.isNewline }
        }
    }

    /// The text of a rule; nil if this build cannot read its revision.
    ///
    /// - Parameter reasons: The reasons of its decision, which begin with the name of a condition.
    func excerpt(of rule: String, reasons: [String]) -> RuleExcerpt? {
        guard let position = positions[rule], let text = texts[position.file], text.indices.contains(position.line - 1) else {
            return nil
        }
        let indent = Self.indent(text[position.line - 1])
        var block = text[(position.line - 1)...].prefix(Self.maxLines)
        // The rule ends where a line is indented no deeper than its first one.
        if let end = block.indices.dropFirst().first(where: { !Self.isBlank(block[$0]) && Self.indent(block[$0]) <= indent }) {
            block = block[..<end]
        }
        while let last = block.last, Self.isBlank(last) { block.removeLast() }
        let keys = Set(reasons.flatMap(Self.keys))
        let lines = block.indices.map { index in
            RuleExcerpt.Line(
                number: index + 1, text: String(block[index]), isDeciding: Self.words(block[index]).contains(where: keys.contains)
            )
        }
        return RuleExcerpt(
            location: "\(position.file):\(position.line)", lines: lines, hasDeciding: lines.contains(where: \.isDeciding))
    }

    /// The names of the conditions that a reason mentions: `has_role` for `author.has_role: not admin`.
    private static func keys(_ reason: String) -> [String] {
        let names = reason.split { !($0.isASCII && ($0.isLetter || $0 == "_" || $0 == ".")) }
        return names.enumerated().filter { $0.offset == 0 || $0.element.contains(".") }.compactMap {
            $0.element.split(separator: ".").last.map(String.init)
        }
    }

    /// The keys on a line, also those in braces.
    private static func words(_ line: Substring) -> [String] {
        line.split { " {,".contains($0) }.filter { $0.hasSuffix(":") }.map { String($0.dropLast()) }
    }

    private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
}
