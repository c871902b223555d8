import BotConfiguration

extension ZeppelinTranslation {
    mutating func act(_ action: ConfigNode.Entry, on draft: inout RuleDraft, burst: TranslatedTrigger.Burst?) {
        let (key, node) = (action.key, action.value)
        // Zeppelin acts on everybody whose joins it counted.
        let whom = burst == .users ? [RuleNode.Entry(key: "to", value: .word("burst"))] : []
        let isOnMessage = draft.triggers.contains("message")
        switch key {
        case "log": break  // Every decision is traced.
        case "clean":
            guard isOnMessage else {
                return draft.note(.adaptation("clean", "this trigger has no message to clean, in Zeppelin neither"))
            }
            draft.actions.append(burst == .messages ? ["delete": ["scope": .word("burst")]] : .word("delete"))
        case "warn", "kick", "ban": sanction(key, node, whom, &draft)
        case "mute": mute(node, whom, &draft)
        case "alert":
            guard var map = ForeignMap(node, "'alert'", diagnostics) else { return }
            var entries: [RuleNode.Entry] = []
            if let channel = map.text("channel") {
                entries.append(RuleNode.Entry(key: "to", value: .text(names.name(.channels, id: channel))))
            }
            if let text = map.take("text") { entries += message(text, key, &draft) }
            draft.actions.append(["alert": .map(entries)])
        case "reply": reply(node, &draft)
        case "add_roles", "remove_roles":
            let word = key == "add_roles" ? "add_role" : "remove_role"
            for role in node.foreignTexts(diagnostics) {
                let name: RuleNode = .text(names.name(.roles, id: role))
                draft.actions.append([word: whom.isEmpty ? name : .map([RuleNode.Entry(key: "role", value: name)] + whom)])
            }
        case "set_antiraid_level":
            let level = ZeppelinLevel(node.scalarText ?? "off")
            draft.actions.append(["set_level": .word(level.word)])
        case "add_to_counter", "set_counter": count(key, node, &draft)
        case "change_nickname": draft.note(.gap(key, "Mezon has no call for the nicknames of others", instead: "warn"))
        case "set_slowmode": slowMode(node, &draft)
        case "archive_thread": draft.actions.append(.word(key))
        case "start_thread", "lock_thread", "unlock_thread", "change_perms", "pause_invites":
            draft.note(.gap(key, "an action without a counterpart"))
        default: draft.note(.gap(key, "an action that this import does not know"))
        }
    }

    private func reason(_ node: ConfigNode, _ key: String, _ draft: inout RuleDraft) -> (text: String?, map: ForeignMap?) {
        guard case .map = node.kind, var map = ForeignMap(node, "'\(key)'", diagnostics) else { return (nil, nil) }
        let text = map.text("reason").map { written($0, key, &draft) }
        return (text, map)
    }

    private func sanction(_ key: String, _ node: ConfigNode, _ whom: [RuleNode.Entry], _ draft: inout RuleDraft) {
        var (text, map) = reason(node, key, &draft)
        var entries = whom
        if key == "ban", let duration = map?.text("duration") {
            if let delay = ForeignDelay(duration) {
                entries.append(RuleNode.Entry(key: "for", value: .text("\(delay)")))
            } else {
                draft.note(.gap("ban: duration", "'\(duration.prefix(30))' is no duration"))
            }
        }
        if key == "warn", whom.isEmpty, let text { return draft.actions.append(["warn": .text(text)]) }
        if let text { entries.append(RuleNode.Entry(key: key == "warn" ? "text" : "reason", value: .text(text))) }
        draft.actions.append(entries.isEmpty ? .word(key) : .map([RuleNode.Entry(key: key, value: .map(entries))]))
    }

    /// Slow mode lasts until it is changed in Zeppelin, here for a time.
    private mutating func slowMode(_ node: ConfigNode, _ draft: inout RuleDraft) {
        guard var map = ForeignMap(node, "'set_slowmode'", diagnostics) else { return }
        let channels = map.take("channels")?.foreignTexts(diagnostics) ?? []
        guard let every = map.text("duration").flatMap(ForeignDelay.init) else {
            guard channels.isEmpty else {
                return draft.note(
                    .gap("set_slowmode", "slow mode ends in the channel of the event only", instead: "slow_mode: off"))
            }
            return draft.actions.append(["slow_mode": .word("off")])
        }
        draft.note(.adaptation("set_slowmode", "slow mode without an end lasts 30 days"))
        let places: [RuleNode] = channels.isEmpty ? [.word("here")] : channels.map { .text(names.name(.channels, id: $0)) }
        for place in places {
            draft.actions.append(["slow_mode": ["every": .text("\(every)"), "for": "30d", "channel": place]])
        }
    }

    private func mute(_ node: ConfigNode, _ whom: [RuleNode.Entry], _ draft: inout RuleDraft) {
        var (text, map) = reason(node, "mute", &draft)
        let delay = map?.text("duration").flatMap(ForeignDelay.init)
        if delay == nil { draft.note(.adaptation("mute", "a mute without an end lasts a year")) }
        var entries =
            whom + [
                RuleNode.Entry(key: "for", value: .text(delay.map { "\($0)" } ?? "365d")),
                RuleNode.Entry(key: "in", value: .word("clan")),
            ]
        if let text { entries.append(RuleNode.Entry(key: "reason", value: .text(text))) }
        draft.actions.append(["mute": .map(entries)])
    }

    /// A reply that Zeppelin would delete after a while is shown to the author alone.
    private mutating func reply(_ node: ConfigNode, _ draft: inout RuleDraft) {
        guard case .map = node.kind, var map = ForeignMap(node, "'reply'", diagnostics) else {
            act(with: message(node, "reply", &draft), as: "reply", on: &draft)
            return
        }
        let isBrief = map.take("auto_delete") != nil
        guard let text = map.take("text") else { return }
        if isBrief {
            draft.note(.adaptation("reply: auto_delete", "the reply is shown to the author alone instead of being deleted"))
        }
        act(with: message(text, "reply", &draft), as: isBrief ? "ephemeral" : "reply", on: &draft)
    }

    private func act(with entries: [RuleNode.Entry], as word: String, on draft: inout RuleDraft) {
        guard let first = entries.first else { return }
        let isPlain = entries.count == 1 && first.key == "text"
        draft.actions.append([word: isPlain ? first.value : .map(entries)])
    }

    private mutating func count(_ key: String, _ node: ConfigNode, _ draft: inout RuleDraft) {
        guard var map = ForeignMap(node, "'\(key)'", diagnostics), let name = map.text("counter") else { return }
        let counter = guild.counters[name]
        if counter?.decay != nil { decaying.insert(name) }
        let scope: RuleNode = .word(counter?.scope ?? "user@clan")
        if key == "add_to_counter" {
            let by = map.number("amount") ?? 1
            draft.actions.append(["counter": ["add": ["name": .text(name), "scope": scope, "by": .word("\(by)")]]])
        } else {
            let value = max(0, map.number("value") ?? 0)
            draft.actions.append(["counter": ["set": ["name": .text(name), "scope": scope, "value": .word("\(value)")]]])
        }
    }

    /// Returns the entries of a message: a text, or a text with an embed.
    mutating func message(_ node: ConfigNode, _ key: String, _ draft: inout RuleDraft) -> [RuleNode.Entry] {
        guard case .map = node.kind, var map = ForeignMap(node, "a message", diagnostics) else {
            return node.foreignText(diagnostics).map { text($0, key, &draft) } ?? []
        }
        var entries: [RuleNode.Entry] = []
        if let text = map.text("content") { entries = self.text(text, key, &draft) }
        if let node = map.take("embed") ?? map.items("embeds").first, var embed = ZeppelinEmbed(node, diagnostics) {
            let shown = embed.entries { written($0, key, &draft) }
            if !shown.isEmpty { entries.append(RuleNode.Entry(key: "embed", value: .map(shown))) }
            if embed.isPartial {
                draft.note(.adaptation("\(key): embed", "times, and addresses that are not fixed, are left out of an embed"))
            }
        }
        return entries
    }

    /// Returns the entries of a text. The roles that it mentions are notified.
    private mutating func text(_ given: String, _ key: String, _ draft: inout RuleDraft) -> [RuleNode.Entry] {
        var notified: [String] = []
        var text = given.replacing(/<@&(\d{1,20})>/) { found -> String in
            let name = names.name(.roles, id: String(found.output.1))
            notified.append(name)
            return "@\(name)"
        }
        // A text shows a channel by its name, which needs no id.
        text = text.replacing(/<#(\d{1,20})>/) { "#channel-\($0.output.1)" }
        let entry = RuleNode.Entry(key: "text", value: .text(written(text, key, &draft)))
        guard !notified.isEmpty else { return [entry] }
        return [entry, RuleNode.Entry(key: "allow_mentions", value: .list(notified.map(RuleNode.text)))]
    }

    func written(_ text: String, _ key: String, _ draft: inout RuleDraft) -> String {
        let (text, unknown) = ZeppelinPlaceholders.translated(text)
        for name in unknown { draft.note(.gap(key, "'\(name.prefix(40))' in the text has no counterpart")) }
        return text
    }
}
