import ChatModel

/// A reader of one entry of `relays`: `support-dev: { between: [support, dev] }`, or `{ from, to }`, or
/// `{ same_name: [mezon, libera] }`. It returns the equivalent rules, one for each channel that is relayed.
struct RelayLinkReader {
    let entry: ConfigNode.Entry
    let sameNames: NameMatcher
    let diagnostics: DiagnosticCollector

    private static let triggers = ["message", "edit", "delete", "reaction"]
    private static let joins = "joins"

    /// The handling of a channel's threads in a link.
    private enum Threads: String, CaseIterable { case include, exclude }

    /// Returns the rules; empty, with diagnostics, if the entry is invalid.
    func rules() -> [RuleDeclaration] {
        guard var map = MapReader(entry.value, "a link", diagnostics) else { return [] }
        let between = map.take("between", "Channels that relay messages to each other.")
        let from = map.take("from", "The source channels.")
        let to = map.take("to", "The destination channels.")
        let same = map.take(
            "same_name", "Connections, and mezon: their channels with the same name relay messages to each other.")
        let title = map.take(
            "as",
            "The text before each message, for example \"{{ author.name }} · {{ channel.name }}\" (default: the author's name, preceded by a thread's name)."
        )
        let carry = map.take(
            "carry",
            "The content to relay besides text: edits, deletes, replies, attachments, reactions (default: all of these); `joins` adds joins, leaves, renames and topics."
        )
        let within = map.take("edits_within", "The maximum age of messages whose edits are relayed, for example 1h.")
        let headers = map.take(
            "headers", "`carry`, `strip`, or the link's own headers: { ticket: { id: … } } (default: headers as written).")
        let replace = map.take("replace", "Parts of the text to show otherwise: [{ in_list: rude, with: \"***\" }].")
        let threads = map.take(
            "threads", "`include` to relay the channels' public threads as well (default: only the named channels).")?
            .choice(Threads.self, "a thread policy", diagnostics)
        let privacy = map.take(
            "private", "`allowed` where a private channel may be shown to more people than can read it: no warning then.")
        let when = map.take("when", "A condition on the messages to relay (default: all).")
        let except = map.take("except", "The users and messages that are not relayed.")
        let mode = map.take("mode", "`enforce`, `shadow` or `disabled`.")
        map.finish()
        let triggers = Self.triggers + (carries(Self.joins, carry) ? ["channel_changed"] : [])
        let ends =
            diagnostics.isRecording
            ? blankPairs(between, same: same) : pairs(between, from: from, to: to, same: same)
        guard let ends else { return [] }
        return ends.enumerated().map { index, end in
            var relay = [item("to", list(end.to))]
            if let title { relay.append(item("as", title)) }
            if let carry { relay.append(item("carry", carry)) }
            if let within { relay.append(item("edits_within", within)) }
            if let headers { relay.append(item("headers", headers)) }
            if let replace { relay.append(item("replace", replace)) }
            var scope = [
                item("channels", list([end.from])), item("threads", word(threads == .include ? "inherit" : "exclude")),
            ]
            if let privacy { scope.append(item("private", privacy)) }
            var rule = [
                item("id", word("\(entry.key)-\(index + 1)")), item("trigger", list(triggers.map(word))),
                item("in", self.map(scope)),
                item("then", self.map([item("relay", self.map(relay))])),
            ]
            if let when { rule.append(item("when", when)) }
            if let except { rule.append(item("except", except)) }
            if let mode { rule.append(item("mode", mode)) }
            return RuleDeclaration(node: self.map(rule))
        }
    }

    /// Returns each relayed channel with its destinations.
    private func pairs(
        _ between: ConfigNode?, from: ConfigNode?, to: ConfigNode?, same: ConfigNode?
    ) -> [(from: ConfigNode, to: [ConfigNode])]? {
        if let same, between == nil, from == nil, to == nil {
            return sameNames.groups(same)?.flatMap(possiblePairs)
        }
        if let between, from == nil, to == nil, same == nil {
            guard let all = channels(between, orSingle: false) else { return nil }
            guard all.count > 1 else {
                diagnostics.error(
                    "missing-value", "a link needs at least two channels", at: between.position, suggestion: "add another channel"
                )
                return nil
            }
            return checkSources(Self.pairs(all))
        }
        guard between == nil, same == nil, let from, let to else {
            diagnostics.error(
                between == nil && same == nil ? "missing-key" : "contradiction", "a link needs to name its channels",
                at: entry.keyPosition,
                suggestion: "write between: [here, there], or from: here and to: there")
            return nil
        }
        guard let sources = channels(from, orSingle: true), let destinations = channels(to, orSingle: true) else { return nil }
        return checkSources(
            sources.compactMap { source in
                let others = destinations.filter { $0.text(diagnostics) != source.text(diagnostics) }
                if !others.isEmpty { return (source, others) }
                diagnostics.error(
                    "shows-itself", "a channel cannot be relayed to itself", at: source.position,
                    suggestion: "name another channel in 'to'")
                return nil
            })
    }

    /// Returns pairs of blank channels, so that the rules of a link are recorded.
    private func blankPairs(_ between: ConfigNode?, same: ConfigNode?) -> [(from: ConfigNode, to: [ConfigNode])]? {
        if let same { _ = sameNames.groups(same) }
        return between?.list(diagnostics).map { all in all.map { ($0, all) } }
    }

    /// Returns at least one channel without duplicates; otherwise returns nil and adds diagnostics.
    private func channels(_ node: ConfigNode, orSingle: Bool) -> [ConfigNode]? {
        if !orSingle, let name = node.scalarText {
            diagnostics.error(
                "wrong-kind", "a link needs at least two channels", at: node.position, suggestion: "write [\(name), another]")
            return nil
        }
        guard let all = node.list(orSingle: orSingle, diagnostics) else { return nil }
        var known: Set<String> = []
        for channel in all {
            guard let name = channel.text(diagnostics) else { return nil }
            if known.insert(name).inserted { continue }
            diagnostics.error("duplicate-name", "'\(name)' is already in the list", at: channel.position, suggestion: "remove it")
            return nil
        }
        guard all.isEmpty else { return all }
        diagnostics.error("missing-value", "a link needs to name its channels", at: node.position, suggestion: "name a channel")
        return nil
    }

    /// Returns the pairs; adds an error for a source channel that only posts, in which no messages are received.
    private func checkSources(
        _ ends: [(from: ConfigNode, to: [ConfigNode])]
    ) -> [(from: ConfigNode, to: [ConfigNode])] {
        for (from, _) in ends {
            guard let entry = entry(from), entry.direction == .outward else { continue }
            diagnostics.error(
                "one-way", "'\(entry.name)' (\(entry.position)) is outgoing only and receives no messages", at: from.position,
                suggestion: "give it a path, or use to: \(entry.name) in the link")
        }
        return ends
    }

    /// Returns the possible pairs among channels of the same name: some only post, some only receive.
    private func possiblePairs(_ group: [String]) -> [(from: ConfigNode, to: [ConfigNode])] {
        Self.pairs(group.map(word)).compactMap { from, to in
            let open = to.filter { entry($0)?.direction != .inward }
            return open.isEmpty || entry(from)?.direction == .outward ? nil : (from, open)
        }
    }

    private func entry(_ channel: ConfigNode) -> NameRegistry.Entry? {
        channel.text(diagnostics).flatMap(sameNames.names.entry(named:))
    }

    private func carries(_ content: String, _ carry: ConfigNode?) -> Bool {
        guard let carry, !diagnostics.isRecording else { return false }
        return carry.list(orSingle: true, diagnostics)?.contains { $0.text(diagnostics) == content } ?? false
    }

    /// Returns each channel paired with all others.
    private static func pairs(_ all: [ConfigNode]) -> [(from: ConfigNode, to: [ConfigNode])] {
        all.indices.map { index in (all[index], all.indices.filter { $0 != index }.map { all[$0] }) }
    }

    private func item(_ key: String, _ value: ConfigNode) -> ConfigNode.Entry {
        ConfigNode.Entry(key: key, keyPosition: entry.keyPosition, value: value)
    }

    private func word(_ text: String) -> ConfigNode { ConfigNode(kind: .scalar(text, .quoted), position: entry.keyPosition) }
    private func list(_ items: [ConfigNode]) -> ConfigNode { ConfigNode(kind: .list(items), position: entry.keyPosition) }
    private func map(_ entries: [ConfigNode.Entry]) -> ConfigNode { ConfigNode(kind: .map(entries), position: entry.keyPosition) }
}
