import BotConfiguration

/// Substitutes arguments for `{{ name }}` in the texts of a defined condition.
struct Substitution {
    private let definition: ConditionDefinition
    private let values: [String: ConfigNode]
    private let diagnostics: DiagnosticCollector

    /// Creates a substitution; `nil`, with diagnostics at the place of use, if arguments are missing or unknown.
    init?(
        _ definition: ConditionDefinition, _ arguments: [ConfigNode.Entry], usedAt position: SourcePosition,
        _ diagnostics: DiagnosticCollector
    ) {
        let before = diagnostics.errors
        for argument in arguments where !definition.parameters.contains(argument.key) {
            let known = definition.parameters
            diagnostics.unknownWord(
                argument.key, at: argument.keyPosition, code: "unknown-parameter",
                message: "'\(definition.name)' (\(definition.position)) has no parameter '\(argument.key)'; "
                    + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"), candidates: known)
        }
        for parameter in definition.parameters where !arguments.contains(where: { $0.key == parameter }) {
            diagnostics.error(
                "missing-parameter", "'\(definition.name)' (\(definition.position)) needs its parameter '\(parameter)'",
                at: position,
                suggestion: "write use: { \(definition.name): { \(parameter): … } }")
        }
        guard diagnostics.errors == before else { return nil }
        self.definition = definition
        self.diagnostics = diagnostics
        values = Dictionary(arguments.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Returns the node with all arguments substituted. Errors in an argument are reported at the place of use, where it is
    /// written.
    func substituted(to node: ConfigNode) -> ConfigNode? {
        var result = node
        switch node.kind {
        case .scalar(let text, let style): return filled(text, style, node)
        case .list(let items):
            let filled = items.map(substituted)
            guard filled.allSatisfy({ $0 != nil }) else { return nil }
            result.kind = .list(filled.compactMap { $0 })
        case .map(let entries):
            let filled = entries.map { entry -> ConfigNode.Entry? in
                guard let value = substituted(to: entry.value) else { return nil }
                var entry = entry
                entry.value = value
                return entry
            }
            guard filled.allSatisfy({ $0 != nil }) else { return nil }
            result.kind = .map(filled.compactMap { $0 })
        }
        return result
    }

    private func filled(_ text: String, _ style: ConfigNode.Style, _ node: ConfigNode) -> ConfigNode? {
        guard text.contains("{{") else { return node }
        var output = ""
        var rest = text[...]
        var position = node.position
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let name = String(rest[open.upperBound..<close.lowerBound].filter { $0 != " " })
            guard let value = values[name] else {
                diagnostics.unknownWord(
                    name, at: node.position, code: "unknown-parameter",
                    message: "'\(name)' is not a parameter of '\(definition.name)' (\(definition.position))",
                    candidates: definition.parameters)
                return nil
            }
            // An argument that replaces the whole text may be a list or a map.
            if text.filter({ $0 != " " }) == "{{\(name)}}" { return value }
            guard case .scalar(let inner, _) = value.kind else {
                diagnostics.error(
                    "wrong-kind",
                    "'\(name)' is used inside a text of '\(definition.name)' (\(definition.position)) and must be a text, "
                        + "not \(value.kindName)", at: value.position)
                return nil
            }
            output += rest[..<open.lowerBound] + inner
            position = value.position
            rest = rest[close.upperBound...]
        }
        var result = node
        result.kind = .scalar(output + rest, style)
        result.position = position
        result.isVerbatim = false
        return result
    }
}
