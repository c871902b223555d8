import BotConfig
import MezonModel

/// A text with values of the event in it: `Hi {{ author.name | upper }}!`. Filled in one pass, so nothing that a user wrote is ever read as a
/// template; and nothing in a value notifies anybody or leads anywhere, unless a filter says so.
struct Template: Hashable, Sendable {
    private let pieces: [TemplateSegment]

    /// `nil`, and diagnostics, for a template that could not be filled.
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard !compilation.findings.isRecording else {
            Self.sketch(node, compilation.findings)
            return nil
        }
        guard let text = node.text(compilation.findings) else { return nil }
        var reader = TemplateParser(node, text, compilation)
        var pieces: [TemplateSegment] = []
        while let piece = reader.next() { pieces.append(piece) }
        guard !reader.hasFailed else { return nil }
        self.pieces = pieces
        if pieces.contains(where: \.isContent) { compilation.noteQuotation() }
    }

    /// Tells an editor which values there are, in one place for all templates.
    private static func sketch(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard let shared = findings.shared("template", node) else { return }
        _ = findings.notes(.template(TemplatePath.known.map { "{{ \($0) }}" }), of: shared)
    }

    /// The value alone, where the template is nothing else: `{{ target }}`.
    var path: TemplatePath? {
        guard pieces.count == 1, case .value(let path, let filters) = pieces[0], filters.isEmpty else { return nil }
        return path
    }

    /// The text where the template is nothing else.
    var literal: String? {
        guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
        return text
    }

    /// Whether what stands first is not the operator's own, or may become a header by what is not: `<{{ author.name }}> …`.
    var beginsWithValue: Bool {
        switch pieces.first {
        case .value?: true
        case .text(let text)?: pieces.count > 1 && text.hasPrefix("<") && !text.contains(">")
        case nil: false
        }
    }

    /// `nil` where nothing but spaces came out.
    func draft(_ scene: ActionContext, notifying rights: AllowedMentions = .none) -> Draft? {
        var builder = DraftBuilder()
        for piece in pieces { Self.append(piece, to: &builder, scene, rights) }
        return builder.text.allSatisfy(\.isWhitespace) ? nil : builder.draft
    }

    /// The text alone, for what is no message: a reason, a title, a value to keep.
    func text(_ scene: ActionContext) -> String { draft(scene)?.content.text ?? "" }

    private static func append(
        _ piece: TemplateSegment, to builder: inout DraftBuilder, _ scene: ActionContext, _ rights: AllowedMentions
    ) {
        switch piece {
        case .text(let text): builder.append(live: text, notifying: rights)
        case .value(let path, let filters):
            let value = filters.reduce(path.value(scene)) { $1($0, scene) }
            switch (value, filters.last { $0.ends }) {
            case (.person(let user, let name), .mention): builder.mention(user, name: name)
            case (.channel(let channel, let label), .link): builder.link(to: channel, label: label)
            case (.message, _), (_?, .raw): builder.append(live: value?.text(scene.policy) ?? "")
            case (let value, _): builder.append(value?.text(scene.policy) ?? "")
            }
        }
    }
}
