/// A named condition, for `use: name`. The rule compiler interprets it.
package struct ConditionDefinition: Named {
    package static let noun = "define"

    package var name: String
    package var position: SourcePosition
    /// The names of the condition's parameters.
    package var parameters: [String]
    /// The condition.
    package var node: ConfigNode
}

extension ConditionDefinition {
    /// Reads `name: { parameters: […], condition: … }`, or `name: condition`.
    init?(_ entry: ConfigNode.Entry, _ diagnostics: DiagnosticCollector) {
        name = entry.key
        position = entry.keyPosition
        guard entry.value.isMap(with: ["parameters", "condition"], diagnostics) else {
            parameters = []
            node = entry.value
            diagnostics.refer(node, to: "condition")
            return
        }
        guard var map = MapReader(entry.value, "a defined condition", diagnostics) else { return nil }
        parameters = (map.take("parameters", "The condition's parameters.")?.list(diagnostics) ?? [])
            .compactMap { $0.text(diagnostics) }
        let condition = map.require("condition", "The condition.")
        map.finish()
        guard let condition else { return nil }
        node = condition
    }
}
