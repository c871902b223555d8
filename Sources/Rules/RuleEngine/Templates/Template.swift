import BotConfiguration
import ChatModel

/// A text with values of the event: `Hi {{ author.name | upper }}!`. It is filled in one pass, so that user text is never
/// interpreted as a template. Values notify no one and contain no active links unless a filter says so.
struct Template: Hashable, Sendable {
    private let pieces: [TemplateSegment]

    /// Parses a template; `nil`, with diagnostics, if it is invalid.
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        // The available values are recorded for editors once, for all templates.
        guard let node = diagnostics.shared("template", node) else { return nil }
        if diagnostics.record(.template(TemplatePath.known.map { "{{ \($0) }}" }), for: node) { return nil }
        guard !node.isEmpty || node.comment != nil else {
            diagnostics.error("wrong-kind", "expected a text", at: node.position, suggestion: "write a text after the colon")
            return nil
        }
        guard let text = node.text(diagnostics) else { return nil }
        var reader = TemplateParser(node, text, compilation)
        var pieces: [TemplateSegment] = []
        while let piece = reader.next() { pieces.append(piece) }
        guard !reader.hasFailed else { return nil }
        self.pieces = pieces
        TemplateReview(node, text, compilation).run()
        if pieces.contains(where: \.isContent) { compilation.rule.quotations += 1 }
        for case .value(.leaderboard(let name), _) in pieces { compilation.requirements.leaderboards.insert(name) }
    }

    /// The path, if the template consists of a single value: `{{ target }}`.
    var path: TemplatePath? {
        guard pieces.count == 1, case .value(let path, let filters) = pieces[0], filters.isEmpty else { return nil }
        return path
    }

    /// The text, if the template contains no values.
    var literal: String? {
        guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
        return text
    }

    /// The text before the first value; `nil` if there is none.
    var beginning: String? { if case .text(let text)? = pieces.first { text } else { nil } }

    /// A Boolean value that indicates whether the text contains nothing that could be shown.
    var isBlank: Bool { pieces.isEmpty || literal?.allSatisfy(\.isWhitespace) == true }

    /// A Boolean value that indicates whether the text begins with a value, or whether a value could complete a header in it, as
    /// in `<{{ author.name }}> …`.
    var beginsWithValue: Bool {
        switch pieces.first {
        case .value?: true
        case .text(let text)?: pieces.count > 1 && text.hasPrefix("<") && !text.contains(">")
        case nil: false
        }
    }

    /// Returns the message; `nil` if it is empty or blank.
    func draft(_ context: ActionContext, notifying rights: AllowedMentions = .none) -> Draft? {
        var builder = DraftBuilder()
        for piece in pieces { Self.append(piece, to: &builder, context, rights) }
        return builder.text.allSatisfy(\.isWhitespace) ? nil : builder.draft
    }

    /// Returns the text, for uses other than messages: a reason, a title, a stored value.
    func text(_ context: ActionContext) -> String { draft(context)?.content.text ?? "" }

    private static func append(
        _ piece: TemplateSegment, to builder: inout DraftBuilder, _ context: ActionContext, _ rights: AllowedMentions
    ) {
        switch piece {
        case .text(let text): builder.append(live: text, notifying: rights)
        case .value(let path, let filters):
            let value = filters.reduce(path.value(context)) { $1($0, context) }
            switch (value, filters.last { $0.isTerminal }) {
            case (.user(let user, let name), .mention): builder.mention(user, name: name)
            case (.channel(let channel, let label), .link): builder.link(to: channel, label: label)
            case (.message, _), (_?, .raw): builder.append(live: value?.text(context.policy) ?? "")
            case (let value, _): builder.append(value?.text(context.policy) ?? "")
            }
        }
    }
}
