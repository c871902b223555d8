import BotConfiguration
import ChatModel

/// An embed as written by an operator: `{ title, text, color, fields: [{ name, value, inline }] }`.
struct EmbedTemplate: Sendable {
    private struct Field: Sendable {
        var name: Template
        var value: Template
        var isInline: Bool
    }

    private let title: Template?
    private let text: Template?
    private let color: String?
    private let fields: [Field]

    private static let maxFields = 25  // Clients show no more.

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'embed'", diagnostics) else { return nil }
        let before = diagnostics.errors
        title = map.take("title", "The title.").flatMap { Template($0, compilation) }
        text = map.take("text", "The text.").flatMap { Template($0, compilation) }
        color = map.take("color", "The colour of the border, for example `#5865f2`.").flatMap { Self.color($0, diagnostics) }
        let items = map.take("fields", "The fields, each with a name and a value.")?.list(diagnostics) ?? []
        fields = items.compactMap { Self.field($0, compilation) }
        map.requireOne(of: ["title", "text", "fields"])
        map.finish()
        if items.count > Self.maxFields {
            diagnostics.error("too-many", "an embed has at most \(Self.maxFields) fields", at: items[Self.maxFields].position)
        }
        guard diagnostics.errors == before else { return nil }
    }

    private static func field(_ node: ConfigNode, _ compilation: CompilationContext) -> Field? {
        guard var map = MapReader(node, "a field", compilation.diagnostics) else { return nil }
        let name = map.require("name", "The field's name.").flatMap { Template($0, compilation) }
        let value = map.require("value", "The field's value.").flatMap { Template($0, compilation) }
        let isInline = map.take("inline", "Whether other fields may be shown next to it.")?.truth(compilation.diagnostics)
        map.finish()
        guard let name, let value else { return nil }
        return Field(name: name, value: value, isInline: isInline ?? false)
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
    func json(_ context: ActionContext) -> JSONValue? {
        var object: [String: JSONValue] = [:]
        for (key, template) in [("title", title), ("description", text)] {
            if let text = template?.text(context), !text.isEmpty { object[key] = .string(text) }
        }
        let shown: [JSONValue] = fields.compactMap { field in
            let (name, value) = (field.name.text(context), field.value.text(context))
            guard !name.isEmpty, !value.isEmpty else { return nil }
            return .object(["name": .string(name), "value": .string(value), "inline": .bool(field.isInline)])
        }
        if !shown.isEmpty { object["fields"] = .array(shown) }
        guard !object.isEmpty else { return nil }
        if let color { object["color"] = .string(color) }
        return .object(object)
    }
}
