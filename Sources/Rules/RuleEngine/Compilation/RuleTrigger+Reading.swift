import BotConfiguration
import ChatModel

extension RuleTrigger {
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let names = Kind.allCases.map(\.rawValue)
        guard let keyword = KeywordNode(node, names, "a trigger", code: "unknown-trigger", diagnostics),
            let kind = Kind(rawValue: keyword.name)
        else { return nil }
        self.kind = kind
        id = kind.rawValue
        detail = .none
        guard let value = keyword.value else {
            guard ![.counter, .signal, .command, .schedule, .unanswered, .silence, .reactions, .level].contains(kind) else {
                _ = keyword.argument(diagnostics)
                return nil
            }
            return
        }
        if kind == .command || kind == .signal, value.isText(diagnostics) {
            guard let name = value.text(diagnostics) else { return nil }
            if kind == .command { CommandNameReview(compilation).review(name, value) }
            detail = .name(name)
            return
        }
        if kind == .schedule, value.isText(diagnostics) {
            guard let schedule = ScheduleTrigger(phrase: value, compilation) else { return nil }
            detail = .schedule(schedule, of: "")
            return
        }
        if kind == .silence, !value.isMap(diagnostics) {
            guard let watch = SilenceTrigger(length: value, compilation) else { return nil }
            detail = .silence(watch, of: "")
            return
        }
        if kind == .level, !value.isMap(diagnostics) {
            guard let levels = Self.levels(value, diagnostics) else { return nil }
            detail = .levels(levels)
            return
        }
        guard var map = MapReader(value, "'\(kind.rawValue)'", diagnostics) else { return nil }
        if let named = map.take("id", "The trigger's id, for trigger_id conditions.")?.text(diagnostics) { id = named }
        let before = diagnostics.errors
        switch kind {
        case .reaction:
            let emoji = (map.take("emoji", "Only these emoji.")?.list(orSingle: true, diagnostics) ?? []).compactMap {
                $0.text(diagnostics)
            }
            let change = map.take("change", "`added` or `removed` (default: both).")?
                .word(of: ["added", "removed"], "'added' or 'removed'", diagnostics)
            detail = .emoji(Set(emoji), isRemoval: change.map { $0 == "removed" })
        case .reactions:
            if let watch = ReactionsTrigger(&map, compilation) { detail = .reactions(watch) }
        case .button, .form, .quickMenu:
            if let route = map.take("route", "The button's name; a trailing `*` matches anything.")?.text(diagnostics) {
                detail = .route(route)
            }
        case .command, .signal:
            let node = map.require("name", "The name, without the prefix.")
            if let node, let name = node.text(diagnostics) {
                if kind == .command { CommandNameReview(compilation).review(name, node) }
                detail = .name(name)
            }
        case .counter:
            let name = map.require("name", "The counter.")?.text(diagnostics)
            let crosses = map.require("crosses", "The threshold to cross, for example `> 5`.").flatMap {
                Comparison($0, .count, diagnostics)
            }
            let direction = map.take("direction", "`up` (the default) or `down`.")?.word(
                of: ["up", "down"], "'up' or 'down'", diagnostics)
            if let name, let crosses {
                detail = .crossing(counter: name, crosses, isRising: direction != "down")
                if direction == "down" { compilation.requirements.note(fallOf: name, to: crosses) }
            }
        case .sanction:
            if let watch = SanctionTrigger(&map, compilation) { detail = .sanction(watch) }
        case .level:
            if let levels = map.require("becomes", "The level, or levels.").flatMap({ Self.levels($0, diagnostics) }) {
                detail = .levels(levels)
            }
        case .reconnected:
            if let gap = map.take("gap", "The length of the disconnection, for example `> 1m`.").flatMap({
                Comparison($0, .duration, diagnostics)
            }) {
                detail = .gap(gap)
            }
        case .unanswered:
            if let watch = UnansweredTrigger(&map, compilation) { detail = .unanswered(watch) }
        case .silence:
            if let watch = SilenceTrigger(&map, compilation) { detail = .silence(watch, of: "") }
        case .schedule:
            if let schedule = ScheduleTrigger(&map, compilation) { detail = .schedule(schedule, of: "") }
        case .roleChange: readRoles(&map, compilation)
        case .clanEvent: readCalendar(&map, diagnostics)
        case .message, .edit, .delete, .join, .leave, .roomChange, .channelCreated, .threadCreated, .banChanged,
            .voiceJoined, .voiceLeft, .tokenSent, .coffeeGiven, .startup, .manual, .reminderDue:
            break
        }
        map.finish()
        guard diagnostics.errors == before else { return nil }
    }

    private mutating func readRoles(_ map: inout MapReader, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let roles = map.take("role", "Only these roles.")?.items(diagnostics)?.compactMap {
            compilation.names.role($0, diagnostics)
        }
        let change = map.take("change", "`added` (given) or `removed` (taken; default: both).")?
            .word(of: ["added", "removed"], "'added' or 'removed'", diagnostics)
        detail = .roles(Set(roles ?? []), isRemoval: change.map { $0 == "removed" })
    }

    private mutating func readCalendar(_ map: inout MapReader, _ diagnostics: DiagnosticCollector) {
        let changes = map.take("change", "Only these changes: created, updated, deleted, interested, uninterested.")?
            .items(diagnostics)?.compactMap { $0.choice(ClanEventChange.Kind.self, "a change of an event", diagnostics) }
        if let changes, !changes.isEmpty { detail = .calendar(Set(changes)) }
    }

    private static func levels(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Set<AlertLevel>? {
        guard let items = node.items(diagnostics) else { return nil }
        let levels = items.compactMap { $0.choice(AlertLevel.self, "an alert level", diagnostics) }
        return levels.count == items.count ? Set(levels) : nil
    }
}
