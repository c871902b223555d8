import BotConfiguration
import ChatModel

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
                    suggestion: configuration.ladders.all.first { $0.counter == name }.map {
                        "add decay: { by: 1, every: 24h } to the ladder '\($0.name)'"
                    } ?? "add counters: { \(name): { decay: { by: 1, every: 24h } } } to config.yaml")
            }
        }
    }

    private static func lowers(_ change: ConfigNode) -> Bool { change.child("by")?.scalarText?.hasPrefix("-") ?? false }

    /// A described counter is counted in its scope; in another one it is another counter.
    func reviewCounterScopes() {
        let described = Dictionary(
            configuration.counters.all.compactMap { counter in
                counter.scope?.scalarText.map { (counter.name, (scope: $0, by: "'counters'")) }
            }
                + configuration.ladders.all.compactMap { ladder in
                    ladder.scope?.scalarText.map { (ladder.counter, (scope: $0, by: "the ladder '\(ladder.name)'")) }
                }
        ) { first, _ in first }
        for counter in values(of: "counter") {
            for node in [counter, counter.child("add"), counter.child("set"), counter.child("reset")].compactMap(\.self) {
                guard let name = node.child("name")?.scalarText, let scope = node.child("scope"), let written = scope.scalarText,
                    let known = described[name], Self.counts(in: written) != Self.counts(in: known.scope)
                else { continue }
                diagnostics.warning(
                    "other-scope", "\(known.by) counts '\(name)' for \(known.scope), and this is another counter, for \(written)",
                    at: scope.position, suggestion: "remove the scope, or write \(known.scope)")
            }
        }
    }

    /// Returns what a scope tells apart; an invalid one is reported where it is read.
    private static func counts(in scope: String) -> String? {
        SubjectScope(scope)?.subject(user: 1, channel: 2, clan: 3)
    }

    /// Levels fall to calm, or to where `falls_to` says; from there only another action lowers them.
    func reviewLastingLevels() {
        let actions = values(of: "set_level")
        /// The lowest level to which an action leads.
        func end(of action: ConfigNode) -> AlertLevel? {
            let levels = [action, action.child("to"), action.child("falls_to")].compactMap { $0?.scalarText }
                .compactMap(AlertLevel.init)
            return action.child("for") != nil && action.child("falls_to") == nil ? .calm : levels.min()
        }
        for action in actions {
            guard let node = action.child("falls_to"), let level = node.scalarText.flatMap(AlertLevel.init), level != .calm,
                !actions.contains(where: { end(of: $0).map { $0 < level } ?? false })
            else { continue }
            diagnostics.warning(
                "level-stays", "nothing lowers the level '\(level.rawValue)' again", at: node.position,
                suggestion: "add set_level: calm to another rule, or remove falls_to")
        }
    }
}
