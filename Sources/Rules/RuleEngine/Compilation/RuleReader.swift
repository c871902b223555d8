import BotConfiguration
import ChatModel

/// Compiles a declared rule.
struct RuleReader {
    let declaration: RuleDeclaration
    let defaults: RuleDefaults
    let compilation: CompilationContext
    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    init(_ declaration: RuleDeclaration, defaults: RuleDefaults, _ compilation: CompilationContext) {
        self.declaration = declaration
        self.defaults = defaults
        self.compilation = compilation
    }

    /// Reads the rule; `nil` if something required is missing or invalid. Everything is read in either case.
    func read() -> CompiledRule? {
        guard var map = MapReader(declaration.node, "a rule", diagnostics) else { return nil }
        var compilation = compilation.forRule(in: onlyClan)
        map.advise(compilation.registry.conditionNames) { "write when: { \($0): … }" }
        map.advise(compilation.registry.actionNames) { "move it under 'then': - \($0): …" }
        let id = map.require("id", "The rule's id: a stable name in lower case, unique across all files.").flatMap(identifier)
        let title = map.take("title", "The purpose of the rule, shown in traces and alerts.")?.text(diagnostics) ?? ""
        for tag in map.take("tags", "Keywords for finding the rule.")?.list(orSingle: true, diagnostics) ?? [] {
            _ = tag.text(diagnostics)
        }
        _ = map.take("owner", "The contact for the rule.")?.text(diagnostics)
        _ = map.take("doc", "Documentation of the rule.")?.text(diagnostics)
        let mode = map.take("mode", "`enforce`, `shadow` or `disabled`.")?.choice(RuleMode.self, "a mode", diagnostics)
        let stage = map.take("stage", "`precheck`, `prepare` or `handle`.")?.choice(RuleStage.self, "a stage", diagnostics)
        let priority =
            map.take("priority", "The priority; higher values are evaluated first within a stage.")?.wholeNumber(
                in: -1000...1000, diagnostics) ?? 0
        let triggerNode = map.require("trigger", "The triggers.")
        let triggerNodes = triggerNode?.list(orSingle: true, diagnostics) ?? []
        if let triggerNode, triggerNodes.isEmpty, !diagnostics.isRecording {
            diagnostics.warning(
                "no-trigger", "the list is empty, so this rule never acts", at: triggerNode.position,
                suggestion: "write message, or remove the rule")
        }
        let triggers =
            triggerNodes.compactMap { RuleTrigger($0, compilation) }
            .map { trigger in
                var trigger = trigger
                if let id { trigger.setRule(to: id) }
                return trigger
            }
        warnOfRepetition(in: triggerNodes)
        compilation.triggers = Set(triggers.map(\.kind))
        compilation.triggerIDs = triggers.map(\.id)
        checkScheduleNames(of: triggers, triggerNodes)
        if triggers.count > 1, triggers.contains(where: { $0.kind == .unanswered }) {
            diagnostics.error(
                "not-alone", "a rule with 'unanswered' takes no other trigger", at: triggerNodes[0].position,
                suggestion: "write a rule for each")
        }
        if triggers.count(where: { $0.kind == .silence }) > 1 {
            diagnostics.error(
                "not-alone", "a rule takes only one 'silence' trigger", at: triggerNodes[0].position,
                suggestion: "write a rule for each")
        }
        let scope =
            map.take("in", "The channels in which the rule applies.").map { RuleScope($0, compilation.names, diagnostics) }
            ?? .everywhere
        compilation.onlyChannel = scope.onlyChannel
        let except = map.take("except", "The users and events that the rule ignores.")
        let late = map.take("late", "The policy for events recovered after an outage.").flatMap { RuleLate($0, diagnostics) }
        let whenNode = map.take("when", "The condition.")
        let when = whenNode.flatMap { ConditionExpression($0, compilation) }
        compilation.detailKinds = when?.matchKinds ?? []
        if triggers.contains(where: { $0.kind == .reactions }) { compilation.detailKinds.insert(.count) }
        compilation.certainGroups = when?.groups ?? []
        let then = map.require("then", "The actions.").map { compilation.actionList($0) } ?? []
        var unmatched = compilation
        unmatched.detailKinds = []  // If the condition does not hold, there is no match.
        unmatched.certainGroups = []
        let otherwise =
            map.take("otherwise", "The actions if the condition does not hold.")
            .map { unmatched.actionList($0) } ?? []
        let cooldown = map.take("cooldown", "A pause after each hit.").flatMap { RuleCooldown($0, compilation) }
        let ownLimits = map.take("limits", "Limits on how often the rule acts.").flatMap { RuleLimits.Overrides($0, diagnostics) }
        let stateVersion = map.take("state_version", "Raise it to discard the rule's state.")?.wholeNumber(
            in: 1...1_000_000, diagnostics)
        compilation.parts = whenNode == nil ? ["always"] : when?.parts
        if triggers.contains(where: { $0.kind == .reactions }) { compilation.parts?.append(ReactionsTrigger.part) }
        let tests = map.take("tests", "Inline tests of the rule.").map { RuleTest.read($0, compilation) } ?? []
        map.finish()
        let exemption = except.map { RuleExemption($0, compilation) }
        // A condition that could not be read must not count as missing.
        guard let id, !triggers.isEmpty, !then.isEmpty, whenNode == nil || when != nil else { return nil }
        let actions = then + otherwise + (cooldown?.whileActive ?? [])
        let punishes = actions.contains(where: \.isSanction)
        // The default exemptions protect from sanctions. Rules that users trigger for themselves, and rules without sanctions,
        // exempt only bots.
        let isAskedFor = triggers.allSatisfy { [.button, .form, .quickMenu, .command].contains($0.kind) }
        // Late events are relayed. They also arm `unanswered` rules, which check for lateness when the time to answer is over.
        let relays = actions.contains(where: \.isRelay)
        let waitsForAnswers = triggers.contains { $0.kind == .unanswered }
        let base = punishes && !isAskedFor ? defaults.exemption : defaults.exemption.botsOnly
        var exempted = exemption?.adding(base) ?? base
        // Rules do not reply to messages of bots on other networks. But any user may pose as a bot, so such messages are
        // moderated and relayed.
        exempted.exemptsBotsOfOtherNetworks = !punishes && !relays
        return CompiledRule(
            id: id, title: title, mode: mode ?? (punishes ? defaults.mode ?? .shadow : defaults.mode ?? .enforce),
            stage: stage ?? .handle, priority: priority, triggers: triggers, scope: scope,
            exemption: exempted,
            late: late ?? defaults.late ?? RuleLate(punishes || waitsForAnswers || relays ? .run : .skip), when: when, then: then,
            otherwise: otherwise,
            cooldown: cooldown, limits: limits(ownLimits, of: then + otherwise, isRelay: relays && !punishes, punishes: punishes),
            stateVersion: stateVersion ?? 1, counterScopes: compilation.rule.counterScopes, captures: compilation.rule.captures,
            windows: compilation.rule.windows.union(defaults.windows), tests: tests, position: declaration.position)
    }

    /// Returns the rule's limits. A relay rule has none unless it sets its own.
    private func limits(
        _ own: RuleLimits.Overrides?, of actions: [any RuleAction], isRelay: Bool, punishes: Bool
    ) -> PerClan<RuleLimits> {
        if isRelay, own == nil { return PerClan(.none) }
        let onlyTalks = actions.contains(where: \.isReply) && !punishes
        return defaults.limits(over: onlyTalks ? .messagesOnly : .default, own: own)
    }

    /// The only clan that `in` names. It is needed before the triggers are read, because schedules use its time zone.
    private var onlyClan: ClanID {
        guard var node = declaration.node.value("in")?.value("clans") else { return 0 }
        if case .list(let items) = node.kind, items.count == 1 { node = items[0] }
        guard case .scalar(let name, _) = node.kind, let entry = compilation.names.entry(named: name), entry.kind == .clans else {
            return 0
        }
        return ClanID(entry.id)
    }

    private func warnOfRepetition(in triggers: [ConfigNode]) {
        var known: Set<JSONValue> = []
        for trigger in triggers where !diagnostics.isRecording && !known.insert(trigger.json).inserted {
            guard !["schedule", "silence"].contains(trigger.onlyEntry?.key ?? "") else { continue }  // An error of its own.
            diagnostics.warning(
                "trigger-twice", "this trigger is already in the list", at: trigger.position,
                suggestion: "remove it, or write another one")
        }
    }

    /// Checks that the schedules of a rule have different names, under which their jobs are stored.
    private func checkScheduleNames(of triggers: [RuleTrigger], _ nodes: [ConfigNode]) {
        var names: Set<String> = []
        for (trigger, node) in zip(triggers, nodes) where triggers.count == nodes.count && trigger.kind.hasNoChannel {
            guard !names.insert(trigger.jobName).inserted else { continue }
            diagnostics.error(
                "duplicate-name", "several schedules of one rule need different ids", at: node.position,
                suggestion: "add id: evening")
        }
    }

    /// Reads the rule's id, in kebab case: it is used in traces, commands and outbox rows.
    private func identifier(_ node: ConfigNode) -> String? {
        guard let id = node.text(diagnostics) else { return nil }
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        let isKebab = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        }
        guard isKebab, id.utf8.count <= 64 else {
            let words = id.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
            diagnostics.error(
                "bad-rule-id", "a rule's id is lower-case words joined by '-', at most 64 characters", at: node.position,
                suggestion: "write \(words.isEmpty ? "a word such as greeting" : String(words.prefix(64)))")
            return nil
        }
        return id
    }
}
