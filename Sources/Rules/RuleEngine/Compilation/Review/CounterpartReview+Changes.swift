import BotConfiguration

/// Changes that never come: a counter that never falls, a level that nothing lowers again, a scope in which nothing is counted.
extension CounterpartReview {
    func reviewCounterDirections() {
        let changes = values(of: "counter")
        let lowered = Set(
            changes.flatMap { change in
                [change.child("set"), change.child("reset"), change.child("add").flatMap { Self.lowers($0) ? $0 : nil }]
            }.compactMap { $0?.child("name")?.scalarText ?? $0?.scalarText })
        let decaying = Set(
            configuration.counters.all.filter { $0.decay != nil }.map(\.name)
                + configuration.ladders.all.filter { $0.decay != nil }.map(\.counter))
        for trigger in triggers("counter") {
            guard let name = trigger.child("name")?.scalarText, let crosses = trigger.child("crosses"),
                let comparison = crosses.scalarText?.trimmingPrefix(while: \.isWhitespace)
            else { continue }
            let isDown = trigger.child("direction")?.scalarText == "down"
            if comparison.hasPrefix(isDown ? ">" : "<") {
                diagnostics.warning(
                    "never-crossed",
                    isDown
                        ? "a counter that falls does not come to a value like this"
                        : "a counter that rises does not come to a value like this", at: crosses.position,
                    suggestion: isDown ? "write '<' or '<=' and the value" : "write direction: down, or '>' or '>='")
            } else if isDown, let direction = trigger.child("direction"), !lowered.contains(name), !decaying.contains(name) {
                diagnostics.warning(
                    "counter-never-falls", "'\(name)' has no decay and no rule lowers it, so that it never falls",
                    at: direction.position,
                    suggestion: "add counters: { \(name): { decay: { by: 1, every: 24h } } } to config.yaml")
            }
        }
    }

    private static func lowers(_ change: ConfigNode) -> Bool {
        guard let amount = change.child("by")?.scalarText else { return false }
        return amount.hasPrefix("-") || amount.contains("{{")
    }

    /// A described counter is counted in its scope; in another one it is another counter, without the decay.
    func reviewCounterScopes() {
        let described = Dictionary(
            configuration.counters.all.compactMap { counter in counter.scope?.scalarText.map { (counter.name, $0) } }
        ) { first, _ in first }
        for counter in values(of: "counter") {
            for node in [counter, counter.child("add"), counter.child("set"), counter.child("reset")].compactMap(\.self) {
                guard let name = node.child("name")?.scalarText, let scope = node.child("scope"), let written = scope.scalarText,
                    let known = described[name], Set(written.split(separator: "@")) != Set(known.split(separator: "@"))
                else { continue }
                diagnostics.warning(
                    "other-scope", "'counters' counts '\(name)' for \(known), and this is another counter, for \(written)",
                    at: scope.position, suggestion: "remove the scope, or write \(known)")
            }
        }
    }

    /// Levels fall to calm, or to where `falls_to` says; from there only another action lowers them.
    func reviewLastingLevels() {
        let actions = values(of: "set_level")
        let targets = actions.flatMap { [$0, $0.child("to"), $0.child("falls_to")] }.compactMap { $0?.scalarText }
            .compactMap(AlertLevel.init)
        for node in actions.compactMap({ $0.child("falls_to") }) {
            guard let level = node.scalarText.flatMap(AlertLevel.init), level != .calm, !targets.contains(where: { $0 < level })
            else { continue }
            diagnostics.warning(
                "level-stays", "nothing lowers the level '\(level.rawValue)' again", at: node.position,
                suggestion: "add set_level: calm to another rule, or remove falls_to")
        }
    }
}
