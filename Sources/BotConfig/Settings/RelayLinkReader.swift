import MezonModel

/// Reads one entry of `relays`: `support-dev: { between: [support, dev] }`, or `{ from, to }`, or `{ same_name: [mezon, libera] }`, as the rules that it stands for, one for each
/// channel that is shown elsewhere.
struct RelayLinkReader {
    let entry: ConfigNode.Entry
    let sameNames: NameMatcher
    let findings: DiagnosticCollector

    private static let triggers = ["message", "edit", "delete", "reaction"]
    private static let joins = "joins"

    /// The ways in which the threads of a channel count for a link.
    private enum Threads: String, CaseIterable { case include, exclude }

    /// Empty, and diagnostics, where it cannot be read.
    func rules() -> [RuleDeclaration] {
        guard var map = MapReader(entry.value, "a link", findings) else { return [] }
        let between = map.take("between", "Channels that show each other's messages.")
        let from = map.take("from", "Channels whose messages are shown elsewhere.")
        let to = map.take("to", "The channels that show them.")
        let same = map.take(
            "same_name", "Ports, and mezon: those of their channels that have the same name show each other's messages.")
        let title = map.take(
            "as",
            "What stands before the text: \"{{ author.name }} · {{ channel.name }}\"; the name, behind that of a thread, without it."
        )
        let carry = map.take(
            "carry",
            "What is carried besides texts: edits, deletes, replies, attachments, reactions; all these without it. And joins: who comes, goes, or is called otherwise, and new topics."
        )
        let within = map.take("edits_within", "Edits of what was said longer ago than this are not carried: 1h.")
        let headers = map.take(
            "headers", "`carry`, `strip`, or headers of its own: { ticket: { id: … } }; as they are written without it.")
        let threads = map.take(
            "threads", "`include`, so that a channel's public threads are shown, too; only what is named is shown without it.")?
            .choice(Threads.self, "how threads count", findings)
        let privacy = map.take(
            "private", "`allowed` where a private channel may be shown to more people than can read it: no warning then.")
        let when = map.take("when", "A condition on what is shown; everything without it.")
        let except = map.take("except", "Whose messages are not shown.")
        let mode = map.take("mode", "`enforce`, `shadow` or `disabled`.")
        map.finish()
        let triggers = Self.triggers + (carries(Self.joins, carry) ? ["room_change"] : [])
        guard let ends = ends(between, from: from, to: to, same: same) else { return [] }
        return ends.enumerated().map { index, end in
            var relay = [item("to", list(end.to))]
            if let title { relay.append(item("as", title)) }
            if let carry { relay.append(item("carry", carry)) }
            if let within { relay.append(item("edits_within", within)) }
            if let headers { relay.append(item("headers", headers)) }
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

    /// Each channel that is shown, with those that show it.
    private func ends(
        _ between: ConfigNode?, from: ConfigNode?, to: ConfigNode?, same: ConfigNode?
    ) -> [(from: ConfigNode, to: [ConfigNode])]? {
        if let same, findings.isRecording || between == nil && from == nil && to == nil {
            let groups = sameNames.groups(same)
            if !findings.isRecording { return groups?.flatMap(passable) }
        }
        if let between, findings.isRecording || from == nil && to == nil && same == nil {
            guard let all = channels(between, orSingle: false) else { return nil }
            if findings.isRecording { return all.map { ($0, all) } }
            guard all.count > 1 else {
                findings.error(
                    "missing-value", "a link joins two channels at least", at: between.place, suggestion: "add another")
                return nil
            }
            return heard(Self.pairs(all))
        }
        guard between == nil, same == nil, let from, let to else {
            findings.error(
                between == nil && same == nil ? "missing-key" : "contradiction", "a link says which channels it joins",
                at: entry.keyPlace,
                suggestion: "write between: [here, there], or from: here and to: there")
            return nil
        }
        guard let sources = channels(from, orSingle: true), let destinations = channels(to, orSingle: true) else { return nil }
        if findings.isRecording { return sources.map { ($0, destinations) } }
        return heard(
            sources.compactMap { source in
                let others = destinations.filter { $0.text(findings) != source.text(findings) }
                if !others.isEmpty { return (source, others) }
                findings.error(
                    "shows-itself", "a channel has what is said in it already", at: source.place,
                    suggestion: "name another in 'to'")
                return nil
            })
    }

    /// At least one, and none twice; nil, and diagnostics, otherwise.
    private func channels(_ node: ConfigNode, orSingle: Bool) -> [ConfigNode]? {
        if !orSingle, case .scalar(let name, _) = node.kind, !findings.isRecording {
            findings.error(
                "wrong-kind", "a link joins two channels at least", at: node.place, suggestion: "write [\(name), another]")
            return nil
        }
        guard let all = node.list(orSingle: orSingle, findings) else { return nil }
        if findings.isRecording { return all }
        var known: Set<String> = []
        for channel in all {
            guard let name = channel.text(findings) else { return nil }
            if known.insert(name).inserted { continue }
            findings.error("duplicate-name", "'\(name)' is in the list already", at: channel.place, suggestion: "remove it")
            return nil
        }
        guard all.isEmpty else { return all }
        findings.error("missing-value", "a link says which channels it joins", at: node.place, suggestion: "name a channel")
        return nil
    }

    /// Nothing is said in a channel that only posts.
    private func heard(
        _ ends: [(from: ConfigNode, to: [ConfigNode])]
    ) -> [(from: ConfigNode, to: [ConfigNode])] {
        for (from, _) in ends {
            guard let entry = entry(from), entry.way == .outward else { continue }
            findings.error(
                "one-way", "nothing is ever said in '\(entry.name)' (\(entry.place)): it only posts", at: from.place,
                suggestion: "give it a path, or let the link say to: \(entry.name)")
        }
        return ends
    }

    /// What can be shown of channels with one name: some only post, some only receive.
    private func passable(_ group: [String]) -> [(from: ConfigNode, to: [ConfigNode])] {
        Self.pairs(group.map(word)).compactMap { from, to in
            let open = to.filter { entry($0)?.way != .inward }
            return open.isEmpty || entry(from)?.way == .outward ? nil : (from, open)
        }
    }

    private func entry(_ channel: ConfigNode) -> NameRegistry.Entry? {
        channel.text(findings).flatMap(sameNames.names.entry(named:))
    }

    private func carries(_ cargo: String, _ carry: ConfigNode?) -> Bool {
        guard let carry, !findings.isRecording else { return false }
        return carry.list(orSingle: true, findings)?.contains { $0.text(findings) == cargo } ?? false
    }

    /// Each, with all others.
    private static func pairs(_ all: [ConfigNode]) -> [(from: ConfigNode, to: [ConfigNode])] {
        all.indices.map { place in (all[place], all.indices.filter { $0 != place }.map { all[$0] }) }
    }

    private func item(_ key: String, _ value: ConfigNode) -> ConfigNode.Entry {
        ConfigNode.Entry(key: key, keyPlace: entry.keyPlace, value: value)
    }

    private func word(_ text: String) -> ConfigNode { ConfigNode(kind: .scalar(text, .quoted), place: entry.keyPlace) }
    private func list(_ items: [ConfigNode]) -> ConfigNode { ConfigNode(kind: .list(items), place: entry.keyPlace) }
    private func map(_ entries: [ConfigNode.Entry]) -> ConfigNode { ConfigNode(kind: .map(entries), place: entry.keyPlace) }
}
