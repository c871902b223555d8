import BotConfig
import MezonModel

/// Headers as written by an operator: `{ ticket: { id: "{{ message.id }}", urgent: true } }`.
struct HeadersTemplate: Sendable {
    private struct Header: Sendable {
        var name: String
        var fields: [(key: String, value: HeaderValueTemplate)]
    }

    private let headers: [Header]
    private let rules: HeaderSchema

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        let before = findings.errors
        rules = compilation.headerRules
        let entries = node.named("'headers'", findings)
        headers = entries.compactMap { entry in
            guard compilation.knows(header: entry.key, at: entry.keyPosition) else { return nil }
            let fields = entry.value.named("a header", findings)
            if fields.isEmpty {
                findings.error(
                    "missing-value", "a header needs at least one key", at: entry.keyPosition,
                    suggestion: "write \(entry.key): { id: … }")
            }
            return Header(
                name: entry.key,
                fields: fields.compactMap { field in
                    HeaderValueTemplate(field, of: entry.key, compilation).map { (field.key, $0) }
                })
        }
        if entries.count > MessageHeader.mostHeaders {
            findings.error(
                "too-many", "\(MessageHeaderError.tooMany(limit: MessageHeader.mostHeaders))",
                at: entries[MessageHeader.mostHeaders].keyPosition)
        }
        if entries.isEmpty {
            findings.error(
                "missing-value", "at least one header is required", at: node.position, suggestion: "write { ticket: { id: … } }")
        }
        guard findings.errors == before else { return nil }
    }

    /// Returns the headers as text before a message. Values that cannot be written are left out and noted in the trace.
    func text(_ scene: inout ActionContext) -> String {
        var written: [MessageHeader] = []
        for header in headers {
            var fields: [MessageHeader.Field] = []
            for (key, form) in header.fields {
                switch form.value(scene) {
                case .value(let value): fields.append(MessageHeader.Field(key, value))
                case .nothing: break
                case .invalid(let text, let kind):
                    scene.remark("the header '\(header.name)' omits '\(key)': '\(text.prefix(60))' is not a valid \(kind)")
                }
            }
            if !fields.isEmpty { written.append(MessageHeader(header.name, fields)) }
        }
        return Self.text(of: written, by: rules, &scene)
    }

    static func text(of headers: [MessageHeader], by rules: HeaderSchema, _ scene: inout ActionContext) -> String {
        do throws(MessageHeaderError) {
            return try MessageHeader.join(headers, "", by: rules)
        } catch {
            scene.remark("without headers: \(error)")
            return ""
        }
    }
}
