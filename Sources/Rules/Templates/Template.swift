import BotConfig
import MezonModel
import TextMatching

/// A text with values of the event in it: `Hi {{ author.name | upper }}!`. Filled in one pass, so nothing that a user wrote is ever read as a
/// template; and the result is text alone, which notifies nobody.
struct Template: Hashable, Sendable {
    private let pieces: [TemplatePiece]

    /// `nil`, and diagnostics, for a template that could not be filled.
    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard let text = node.text(compilation.findings) else { return nil }
        var reader = TemplateReader(node, text, compilation)
        var pieces: [TemplatePiece] = []
        while let piece = reader.next() { pieces.append(piece) }
        guard !reader.hasFailed else { return nil }
        self.pieces = pieces
    }

    /// `nil` where nothing but spaces came out.
    func draft(_ facts: Facts, _ match: TextMatch?) -> Draft? {
        let text = pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .value(let path, let filters): filters.reduce(path.value(facts, match)) { $1($0) }
            }
        }.joined()
        return text.allSatisfy(\.isWhitespace) ? nil : Draft(text)
    }
}
