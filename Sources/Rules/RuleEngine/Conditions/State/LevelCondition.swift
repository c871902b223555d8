import BotConfiguration

/// `level: raid`, or a list of levels: the alert level of the clan.
struct LevelCondition: ParsableCondition {
    static let name = "level"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let items = node.items(compilation.diagnostics) else { return nil }
        let levels = items.compactMap { $0.choice(AlertLevel.self, "an alert level", compilation.diagnostics) }
        guard levels.count == items.count else { return nil }
        checks = [
            FieldCheck([Self.name], meaning: .values(.level, levels.map(\.rawValue))) { facts in
                let detail = "it is \(facts.level.rawValue)"
                return levels.contains(facts.level) ? .holds(Reason(Self.name, detail)) : .fails(Self.name, detail)
            }
        ]
    }
}
