import BotConfiguration
import ChatModel

/// Finds names that rules use on one side only: a signal that nothing sends, a variable or an alert level that nothing sets, a counter
/// that nothing counts, a button that no rule answers. The last is reported only if another name resembles it.
struct CounterpartReview {
    let configuration: Configuration
    let diagnostics: DiagnosticCollector
    let maps: [[ConfigNode.Entry]]
    private let rules: [ConfigNode]
    /// The maps of all conditions.
    let conditions: [[ConfigNode.Entry]]

    init(_ configuration: Configuration, _ diagnostics: DiagnosticCollector) {
        self.configuration = configuration
        self.diagnostics = diagnostics
        rules = configuration.rules.map(\.node)
        let others = configuration.ladders.all.flatMap { $0.steps.map(\.actions) } + configuration.defines.all.map(\.node)
        maps = (rules + others).flatMap(\.maps)
        let exempt = [configuration.defaults.except].compactMap(\.self) + rules.compactMap { $0.child("except") }
        let inActions = maps.joined().filter { $0.key == "if" }.compactMap { $0.value.child("when") }
        let whens = (rules + exempt).compactMap { $0.child("when") }
        conditions = (whens + inActions + configuration.defines.all.map(\.node)).flatMap(\.maps)
    }

    func run() {
        reviewSignals()
        reviewCounters()
        reviewCounterDirections()
        reviewCounterScopes()
        reviewVariables()
        reviewLevels()
        reviewLastingLevels()
        reviewRoutes()
    }

    private func reviewSignals() {
        let heard = triggers("signal").compactMap(Self.name)
        let sent = values(of: "signal").compactMap(Self.name)
        for node in heard where !sent.contains(where: { $0.scalarText == node.scalarText }) {
            warn(
                "signal-never-sent", "no rule sends this signal", node,
                "add signal: \(node.scalarText ?? "") to a rule's actions", sent)
        }
        for node in sent where !heard.contains(where: { $0.scalarText == node.scalarText }) {
            warn(
                "signal-never-heard", "no rule has this signal as its trigger", node,
                "add a rule with trigger: { signal: \(node.scalarText ?? "") }", heard)
        }
    }

    /// Counters may also be raised by ladders.
    private func reviewCounters() {
        let actions = values(of: "counter").flatMap { counter in
            ["add", "set"].compactMap { counter.child($0)?.child("name") }
        }
        let counted = Set(actions.compactMap(\.scalarText) + configuration.ladders.all.map(\.counter))
        let read = values(of: "counter").compactMap { $0.child("name") } + triggers("counter").compactMap { $0.child("name") }
        for node in read {
            guard let name = node.scalarText, !counted.contains(name), !name.contains("{{"), !name.contains("$") else { continue }
            warn(
                "counter-never-counted", "no rule counts '\(name)', so it is always 0", node,
                "add counter: { add: { name: \(name) } } to a rule's actions", actions)
        }
    }

    private func reviewVariables() {
        let actions = values(of: "set").compactMap { $0.child("var") }
        let given = maps.joined().filter { $0.key == "vars" || $0.key == "with" }.flatMap { $0.value.maps.first ?? [] }.map(\.key)
        let set = Set(actions.compactMap(\.scalarText) + given).union([WaitAction.resolved, AwaitedEvent.answer, "late"])
        for entry in conditions.joined() where entry.key == "var" {
            guard let node = entry.value.child("name"), let name = node.scalarText, !name.contains("{{"), !set.contains(name)
            else {
                continue
            }
            warn(
                "variable-never-set", "no rule sets the variable '\(name)'", node,
                "add set: { var: \(name), value: … } to a rule's actions", actions)
        }
        for node in rules.flatMap(\.scalars) {
            guard let text = node.scalarText, text.contains("vars.") else { continue }
            for found in text.matches(of: /\{\{[^}]*?\bvars\.([\w-]+)/) where !set.contains(String(found.output.1)) {
                let name = found.output.1
                let offset = text[..<name.startIndex].unicodeScalars.count - "vars.".count
                let position = node.position(ofScalarAt: offset, length: name.unicodeScalars.count + "vars.".count)
                diagnostics.warning(
                    "variable-never-set", "no rule sets the variable '\(name)'", at: position,
                    suggestion: hint(String(name), actions) ?? "add set: { var: \(name), value: … } to a rule's actions")
            }
        }
    }

    /// The level is `calm` until a rule sets another one.
    private func reviewLevels() {
        let set = Set(
            values(of: "set_level").flatMap { [$0, $0.child("to"), $0.child("falls_to")] }.compactMap { $0?.scalarText })
        for entry in conditions.joined() where entry.key == "level" {
            let levels = entry.value.listItems.compactMap(\.scalarText)
            guard let first = levels.first,
                levels.allSatisfy({ $0 != "calm" && AlertLevel(rawValue: $0) != nil && !set.contains($0) })
            else { continue }
            diagnostics.warning(
                "level-never-set", "no rule sets the level '\(first)', so this never holds", at: entry.value.position,
                suggestion: "add set_level: \(first) to a rule's actions")
        }
        for item in triggers("level").flatMap({ ($0.child("becomes") ?? $0).listItems }) {
            guard let level = item.scalarText, level != "calm", AlertLevel(rawValue: level) != nil, !set.contains(level) else {
                continue
            }
            diagnostics.warning(
                "level-never-set", "no rule sets the level '\(level)', so this never fires", at: item.position,
                suggestion: "add set_level: \(level) to a rule's actions")
        }
    }

    /// Bots have buttons of their own, whose routes are not known here.
    private func reviewRoutes() {
        let buttons = maps.flatMap { entries in
            entries.contains { ["label", "options"].contains($0.key) } ? entries.filter { $0.key == "route" }.map(\.value) : []
        }
        let answered = triggers("button")
        let patterns = answered.compactMap { $0.child("route") }
        if configuration.enabledBots.isEmpty {
            for node in patterns where !buttons.contains(where: { Self.fits($0.scalarText, node.scalarText) }) {
                warnOfSpelling("route-without-button", "no button has this route", node, buttons)
            }
        }
        let answersAll = rules.contains { rule in
            rule.child("trigger")?.listItems.contains { item in
                let kind = item.onlyEntry?.key ?? item.scalarText ?? ""
                return ["button", "form"].contains(kind) && item.onlyEntry?.value.child("route") == nil
            } == true
        }
        let all = patterns + triggers("form").compactMap { $0.child("route") }
        guard !answersAll else { return }
        for node in buttons where !all.contains(where: { Self.fits(node.scalarText, $0.scalarText) }) {
            warnOfSpelling("button-without-rule", "no rule answers this button", node, all)
        }
    }

    private static func fits(_ name: String?, _ pattern: String?) -> Bool {
        guard let name, let pattern else { return true }
        return pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern || name.contains("{{")
    }

    /// Returns the arguments of a kind of trigger in all rules.
    func triggers(_ kind: String) -> [ConfigNode] {
        rules.flatMap { rule in
            (rule.child("trigger")?.listItems ?? []).compactMap { $0.onlyEntry?.key == kind ? $0.onlyEntry?.value : nil }
        }
    }

    func values(of key: String) -> [ConfigNode] {
        let triggers = Set(rules.flatMap { $0.child("trigger")?.listItems ?? [] }.compactMap { $0.onlyEntry?.value.position })
        return maps.joined().filter { $0.key == key && !triggers.contains($0.value.position) }.map(\.value)
    }

    /// Returns the name in `signal: name` or `signal: { name }`.
    private static func name(_ node: ConfigNode) -> ConfigNode? {
        node.scalarText == nil ? node.child("name") : node
    }

    private func hint(_ name: String, _ candidates: [ConfigNode]) -> String? {
        Spelling.nearest(to: name, among: candidates.compactMap(\.scalarText)).map { "did you mean '\($0)'?" }
    }

    /// Reports a name only if it resembles one of the other side: buttons may also be meant for later.
    private func warnOfSpelling(_ code: String, _ message: String, _ node: ConfigNode, _ candidates: [ConfigNode]) {
        guard let hint = hint(node.scalarText ?? "", candidates) else { return }
        diagnostics.warning(code, message, at: node.position, suggestion: hint)
    }

    private func warn(
        _ code: String, _ message: String, _ node: ConfigNode, _ suggestion: String, _ candidates: [ConfigNode]
    ) {
        diagnostics.warning(code, message, at: node.position, suggestion: hint(node.scalarText ?? "", candidates) ?? suggestion)
    }
}
