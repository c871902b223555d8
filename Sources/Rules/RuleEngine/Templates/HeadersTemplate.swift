import BotConfiguration
import ChatModel

/// Headers as written by an operator: `{ ticket: { id: "{{ message.id }}", urgent: true } }`.
struct HeadersTemplate: Sendable {
    private struct Header: Sendable {
        var name: String
        var fields: [(key: String, value: HeaderValueTemplate)]
    }

    private let headers: [Header]
    private let rules: HeaderSchema

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        rules = compilation.headerRules
        let entries = node.named("'headers'", diagnostics)
        headers = entries.compactMap { entry in
            guard compilation.knows(header: entry.key, at: entry.keyPosition) else { return nil }
            let fields = entry.value.named("a header", diagnostics)
            if fields.isEmpty {
                diagnostics.error(
                    "missing-value", "a header needs at least one key", at: entry.keyPosition,
                    suggestion: "write \(entry.key): { id: … }")
            }
            return Header(
                name: entry.key,
                fields: fields.compactMap { field in
                    HeaderValueTemplate(field, of: entry.key, compilation).map { (field.key, $0) }
                })
        }
        if entries.count > MessageHeader.maxHeaders {
            diagnostics.error(
                "too-many", "\(MessageHeaderError.tooMany(limit: MessageHeader.maxHeaders))",
                at: entries[MessageHeader.maxHeaders].keyPosition)
        }
        if entries.isEmpty {
            diagnostics.error(
                "missing-value", "at least one header is required", at: node.position, suggestion: "write { ticket: { id: … } }")
        }
        guard diagnostics.errors == before else { return nil }
    }

    /// Returns the headers as text before a message. Values that cannot be written are left out and noted in the trace.
    func text(_ context: inout ActionContext) -> String {
        var written: [MessageHeader] = []
        for header in headers {
            var fields: [MessageHeader.Field] = []
            for (key, form) in header.fields {
                switch form.value(context) {
                case .value(let value): fields.append(MessageHeader.Field(key, value))
                case .nothing: break
                case .invalid(let text, let kind):
                    context.remark("the header '\(header.name)' omits '\(key)': '\(text.prefix(60))' is not a valid \(kind)")
                }
            }
            if !fields.isEmpty { written.append(MessageHeader(header.name, fields)) }
        }
        return Self.text(of: written, by: rules, &context)
    }

    static func text(of headers: [MessageHeader], by rules: HeaderSchema, _ context: inout ActionContext) -> String {
        do throws(MessageHeaderError) {
            return try MessageHeader.join(headers, "", by: rules)
        } catch {
            context.remark("without headers: \(error)")
            return ""
        }
    }
}
