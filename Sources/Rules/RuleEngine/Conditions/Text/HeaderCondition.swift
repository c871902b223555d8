import BotConfiguration
import ChatModel

/// `header: { name, key, is, value, text }`: a header before the message's text, or one of its keys. With only a name, the
/// condition holds if the header exists; with only a key, if the header has that key.
struct HeaderCondition: ParsableCondition {
    static let name = "header"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let before = diagnostics.errors
        let nameNode = fields.require("name", "The header's name, for example ticket.")
        let keyNode = fields.take("key", "One of the header's keys.")
        let header = nameNode?.text(diagnostics)
        let key = keyNode?.text(diagnostics)
        let values = fields.items("is", "The key's value, or a list of values; for a tuple, one of its items.")?
            .compactMap { item in
                // `true` or `12`, which YAML readers may convert to other types, is compared as text.
                item.scalarText ?? item.text(diagnostics)
            }
        let valueNode = fields.take("value", "The key's value as a number, for example `> 5`.")
        let number = valueNode.flatMap { Comparison($0, .number, diagnostics) }
        let textNode = fields.take("text", "Conditions on the key's value, with the fields of `text`.")
        let tests = textNode.map { StandaloneTextCheck.read($0, of: "text", part: fields.part("text"), compilation) }
        let knows = header.map { compilation.knows(header: $0, at: nameNode?.position ?? node.position) } ?? false
        if let header, let key, let keyNode, knows {
            _ = compilation.knows(key: key, of: header, at: keyNode.position)
            let kind = compilation.headerRules.kind(of: key, in: header)
            if let valueNode, let kind, kind != .number {
                diagnostics.error(
                    "wrong-kind", "'\(key)' of '\(header)' has the type \(kind), not number", at: valueNode.position,
                    suggestion: "write is: …, or text: { … }")
            }
        }
        if keyNode == nil, values != nil || valueNode != nil || textNode != nil {
            diagnostics.error("missing-key", "'header' needs a key to compare", at: node.position, suggestion: "add key: …")
        }
        if diagnostics.errors == before, let header {
            let reader = HeaderValueReader(header: header, key: key, rules: compilation.headerRules)
            if values == nil, number == nil, tests == nil {
                fields.add(reader.presence(fields.part(key == nil ? "name" : "key")))
            }
            if let values { fields.add(reader.comparing(values, fields.part("is"))) }
            if let number { fields.add(reader.comparing(number, fields.part("value"))) }
            for check in tests ?? [] { fields.add(reader.check(check, fields.part("text"))) }
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
