import BotConfiguration
import ChatModel
import Foundation

/// An embed as written by an operator:
/// `{ title, url, text, color, author, fields, inputs, image, thumbnail, footer, timestamp }`.
struct EmbedTemplate: Sendable {
    private let title: Template?
    private let text: Template?
    private let color: String?
    private let url: EmbedURLTemplate?
    private let author: EmbedLineTemplate?
    private let footer: EmbedLineTemplate?
    private let image: EmbedURLTemplate?
    private let thumbnail: EmbedURLTemplate?
    private let fields: [EmbedFieldTemplate]
    private let inputs: [InputTemplate]
    private let hasTimestamp: Bool

    private static let maxFields = 25  // Clients show no more.

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'embed'", diagnostics) else { return nil }
        let before = diagnostics.errors
        title = map.take("title", "The title.").flatMap { Template($0, compilation) }
        text = map.take("text", "The text.").flatMap { Template($0, compilation) }
        color = map.take("color", "The colour of the border, for example `#5865f2`.").flatMap { Self.color($0, diagnostics) }
        url = map.take("url", "The page that the title links to: an https address.").flatMap {
            EmbedURLTemplate($0, "url", compilation)
        }
        author = map.take("author", "The line above the title: { name, url, icon }.").flatMap {
            EmbedLineTemplate(author: $0, compilation)
        }
        image = map.take("image", "The https address of a picture below the text.").flatMap {
            EmbedURLTemplate($0, "image", compilation)
        }
        thumbnail = map.take("thumbnail", "The https address of a small picture beside the text.").flatMap {
            EmbedURLTemplate($0, "thumbnail", compilation)
        }
        footer = map.take("footer", "The line at the end: { text, icon }.").flatMap {
            EmbedLineTemplate(footer: $0, compilation)
        }
        hasTimestamp = map.take("timestamp", "Whether the time of the event is shown at the end.")?.truth(diagnostics) ?? false
        let items = map.take("fields", "The fields, each with a name and a value.")?.list(diagnostics) ?? []
        fields = items.compactMap { EmbedFieldTemplate($0, compilation) }
        let inputNodes =
            map.take("inputs", "The inputs of a form, which any button of the message submits.")?.list(diagnostics) ?? []
        inputs = inputNodes.compactMap { InputTemplate($0, compilation) }
        map.requireOne(of: ["title", "text", "fields", "inputs", "author", "image", "thumbnail", "footer"])
        map.finish()
        if url != nil, title == nil {
            diagnostics.error(
                "missing-key", "'url' needs a title, which links to it", at: node.position, suggestion: "add title: …")
        }
        let all = items + inputNodes
        if all.count > Self.maxFields {
            diagnostics.error("too-many", "an embed has at most \(Self.maxFields) fields", at: all[Self.maxFields].position)
        }
        var names: Set<String> = []
        for (input, node) in zip(inputs, inputNodes) where inputs.count == inputNodes.count && !names.insert(input.id).inserted {
            diagnostics.error(
                "same-value", "two inputs have the id '\(input.id)'", at: node.position, suggestion: "give each its own id")
        }
        guard diagnostics.errors == before else { return nil }
    }

    private static func color(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit) else {
            diagnostics.error("bad-color", "'\(text)' is not a colour", at: node.position, suggestion: "write \"#5865f2\"")
            return nil
        }
        return text.lowercased()
    }

    /// Returns the embed in Mezon's format; `nil` if it is empty.
    func json(_ context: inout ActionContext) -> JSONValue? {
        var object: [String: JSONValue] = [:]
        for (key, template) in [("title", title), ("description", text)] {
            if let text = template?.text(context), !text.isEmpty { object[key] = .string(text) }
        }
        let shown = fields.compactMap { $0.json(context) } + inputs.compactMap { $0.json(&context) }
        if !shown.isEmpty { object["fields"] = .array(shown) }
        object["author"] = author?.json(&context)
        object["footer"] = footer?.json(&context)
        object["image"] = image?.text(&context).map { .object(["url": .string($0)]) }
        object["thumbnail"] = thumbnail?.text(&context).map { .object(["url": .string($0)]) }
        guard !object.isEmpty else { return nil }
        if object["title"] != nil, let url = url?.text(&context) { object["url"] = .string(url) }
        if hasTimestamp { object["timestamp"] = .string(context.facts.now.formatted(.iso8601)) }
        if let color { object["color"] = .string(color) }
        return .object(object)
    }
}
