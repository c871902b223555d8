import BotConfig
import MezonModel

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
        let findings = compilation.findings
        guard var map = MapReader(node, "'embed'", findings) else { return nil }
        let before = findings.errors
        title = map.take("title", "The title.").flatMap { Template($0, compilation) }
        text = map.take("text", "The text.").flatMap { Template($0, compilation) }
        color = map.take("color", "The colour of the border, for example `#5865f2`.").flatMap { Self.color($0, findings) }
        let items = map.take("fields", "The fields, each with a name and a value.")?.list(findings) ?? []
        fields = items.compactMap { Self.field($0, compilation) }
        map.requireOne(of: ["title", "text", "fields"])
        map.finish()
        if items.count > Self.maxFields {
            findings.error("too-many", "an embed has at most \(Self.maxFields) fields", at: items[Self.maxFields].position)
        }
        guard findings.errors == before else { return nil }
    }

    private static func field(_ node: ConfigNode, _ compilation: CompilationContext) -> Field? {
        guard var map = MapReader(node, "a field", compilation.findings) else { return nil }
        let name = map.require("name", "The field's name.").flatMap { Template($0, compilation) }
        let value = map.require("value", "The field's value.").flatMap { Template($0, compilation) }
        let isInline = map.take("inline", "Whether other fields may be shown next to it.")?.truth(compilation.findings)
        map.finish()
        guard let name, let value else { return nil }
        return Field(name: name, value: value, isInline: isInline ?? false)
    }

    private static func color(_ node: ConfigNode, _ findings: DiagnosticCollector) -> String? {
        guard let text = node.text(findings) else { return nil }
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit) else {
            findings.error("bad-color", "'\(text)' is not a colour", at: node.position, suggestion: "write \"#5865f2\"")
            return nil
        }
        return text.lowercased()
    }

    /// Returns the embed in Mezon's format; `nil` if it is empty.
    func json(_ scene: ActionContext) -> JSONValue? {
        var object: [String: JSONValue] = [:]
        for (key, template) in [("title", title), ("description", text)] {
            if let text = template?.text(scene), !text.isEmpty { object[key] = .string(text) }
        }
        let shown: [JSONValue] = fields.compactMap { field in
            let (name, value) = (field.name.text(scene), field.value.text(scene))
            guard !name.isEmpty, !value.isEmpty else { return nil }
            return .object(["name": .string(name), "value": .string(value), "inline": .bool(field.isInline)])
        }
        if !shown.isEmpty { object["fields"] = .array(shown) }
        guard !object.isEmpty else { return nil }
        if let color { object["color"] = .string(color) }
        return .object(object)
    }
}
