import BotConfiguration
import ChatModel

/// A field of an embed: `{ name, value, inline }`.
struct EmbedFieldTemplate: Sendable {
    private let name: Template
    private let value: Template
    private let isInline: Bool

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var map = MapReader(node, "a field", compilation.diagnostics) else { return nil }
        let name = map.require("name", "The field's name.").flatMap { Template($0, compilation) }
        let value = map.require("value", "The field's value.").flatMap { Template($0, compilation) }
        let isInline = map.take("inline", "Whether other fields may be shown next to it.")?.truth(compilation.diagnostics)
        map.finish()
        guard let name, let value else { return nil }
        self.name = name
        self.value = value
        self.isInline = isInline ?? false
    }

    /// Returns the field in Mezon's format; `nil` if its name or value is empty.
    func json(_ context: ActionContext) -> JSONValue? {
        let (name, value) = (name.text(context), value.text(context))
        guard !name.isEmpty, !value.isEmpty else { return nil }
        return .object(["name": .string(name), "value": .string(value), "inline": .bool(isInline)])
    }
}
