import BotConfig

extension RuleTrigger {
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        let names = Kind.allCases.map(\.rawValue)
        guard let word = KeywordNode(node, names, "a trigger", code: "unknown-trigger", findings),
            let kind = Kind(rawValue: word.name)
        else { return nil }
        self.kind = kind
        id = kind.rawValue
        detail = .none
        guard let value = word.value else {
            guard ![.counter, .signal, .command, .schedule, .unanswered, .silence].contains(kind) else {
                _ = word.argument(findings)
                return nil
            }
            return
        }
        if kind == .command || kind == .signal, value.isText(findings) {
            guard let name = value.text(findings) else { return nil }
            detail = .name(name)
            return
        }
        if kind == .schedule, value.isText(findings) {
            guard let schedule = ScheduleTrigger(phrase: value, compilation) else { return nil }
            detail = .schedule(schedule, of: "")
            return
        }
        if kind == .silence, !value.isMap(findings) {
            guard let watch = SilenceTrigger(length: value, compilation) else { return nil }
            detail = .silence(watch, of: "")
            return
        }
        guard var map = MapReader(value, "'\(kind.rawValue)'", findings) else { return nil }
        if let named = map.take("id", "The trigger's id, for trigger_id conditions.")?.text(findings) { id = named }
        let before = findings.errors
        switch kind {
        case .reaction:
            let emoji = (map.take("emoji", "Only these emoji.")?.list(orSingle: true, findings) ?? []).compactMap {
                $0.text(findings)
            }
            let change = map.take("change", "`added` or `removed` (default: both).")?
                .word(of: ["added", "removed"], "'added' or 'removed'", findings)
            detail = .emoji(Set(emoji), isRemoval: change.map { $0 == "removed" })
        case .button, .form, .quickMenu:
            if let route = map.take("route", "The button's name; a trailing `*` matches anything.")?.text(findings) {
                detail = .route(route)
            }
        case .command, .signal:
            if let name = map.require("name", "The name, without the prefix.")?.text(findings) { detail = .name(name) }
        case .counter:
            let name = map.require("name", "The counter.")?.text(findings)
            let crosses = map.require("crosses", "The threshold to cross, for example `> 5`.").flatMap {
                Comparison($0, .count, findings)
            }
            let direction = map.take("direction", "`up` (the default) or `down`.")?.word(
                of: ["up", "down"], "'up' or 'down'", findings)
            if let name, let crosses { detail = .crossing(counter: name, crosses, isRising: direction != "down") }
        case .reconnected:
            if let gap = map.take("gap", "The length of the disconnection, for example `> 1m`.").flatMap({
                Comparison($0, .duration, findings)
            }) {
                detail = .gap(gap)
            }
        case .unanswered:
            if let watch = UnansweredTrigger(&map, compilation) { detail = .unanswered(watch) }
        case .silence:
            if let watch = SilenceTrigger(&map, compilation) { detail = .silence(watch, of: "") }
        case .schedule:
            if let schedule = ScheduleTrigger(&map, compilation) { detail = .schedule(schedule, of: "") }
        case .message, .edit, .delete, .join, .leave, .roleChange, .roomChange, .channelCreated, .threadCreated, .banChanged,
            .voiceJoined, .voiceLeft, .tokenSent, .startup, .manual, .reminderDue:
            break
        }
        map.finish()
        guard findings.errors == before else { return nil }
    }
}
