import BotConfiguration
import ChatModel

/// The fields of `webhook` and `form`: `{ field, is, value, text }`. With only a field, the condition holds if it has a value.
struct DataConditionFields {
    let data: EventData

    func checks(_ node: ConfigNode, _ compilation: CompilationContext) -> [FieldCheck]? {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, data.rawValue, compilation) else { return nil }
        let fieldNode = fields.require("field", "The value to compare, for example action, pull_request.title or commits[0].id.")
        let path = fieldNode.flatMap { Self.path($0, diagnostics) }
        let values = fields.items("is", "The value, or a list of values.")?.compactMap { $0.scalarText ?? $0.text(diagnostics) }
        let number = fields.take("value", "The value as a number, for example `> 5`.").flatMap {
            Comparison($0, .number, diagnostics)
        }
        let textNode = fields.take("text", "Conditions on the value, with the fields of `text`.")
        let tests = textNode.map { StandaloneTextCheck.read($0, of: "text", part: fields.part("text"), compilation) }
        if let path {
            let reader = DataValueReader(data: data, path: path)
            if values == nil, number == nil, tests == nil { fields.add(reader.presence(fields.part("field"))) }
            if let values { fields.add(reader.comparing(values, fields.part("is"))) }
            if let number { fields.add(reader.comparing(number, fields.part("value"))) }
            for check in tests ?? [] { fields.add(reader.check(check, fields.part("text"))) }
        }
        return fields.finish()
    }

    private static func path(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> DataPath? {
        guard let text = node.text(diagnostics) else { return nil }
        if let path = DataPath(text) { return path }
        diagnostics.error(
            "bad-field", "'\(text)' is not the name of a field", at: node.position,
            suggestion: "write action, pull_request.title or commits[0].id")
        return nil
    }
}
