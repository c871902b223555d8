import BotConfiguration
import ChatModel

/// Finds messages that would be shown twice: rules, or the links behind them, that relay from one channel to the same
/// destination. Relays under an `if` do not count: they may divide the messages between them.
struct RelayReview {
    private struct Route: Hashable {
        var from: ChannelID
        var to: ChannelID
    }

    let names: NameRegistry
    let diagnostics: DiagnosticCollector

    func review(_ rules: [Reviewed]) {
        var relays: [Route: [Reviewed]] = [:]
        var reported: Set<[SourcePosition]> = []
        for reviewed in rules where reviewed.rule.mode == .enforce {
            let rule = reviewed.rule
            guard rule.triggers.contains(where: { $0.kind == .message }) else { continue }
            warnOfOwnChannel(reviewed, among: rules)
            for from in rule.scope.onlyChannels {
                for to in (rule.then + rule.otherwise).filter({ !($0 is IfAction) }).flatMap(\.relayedTo) where to != from {
                    let route = Route(from: from, to: to)
                    // Two rules with conditions may divide the messages between them.
                    let other = relays[route]?.first { $0.when == nil || reviewed.when == nil }
                    relays[route, default: []].append(reviewed)
                    guard let other, reported.insert([other.position, reviewed.position]).inserted else { continue }
                    warn(route, other, reviewed)
                }
            }
        }
    }

    /// Reports a relay to the only channel in which its rule applies.
    private func warnOfOwnChannel(_ reviewed: Reviewed, among rules: [Reviewed]) {
        // The rules of a link have one position, and checks of their own.
        guard let own = reviewed.rule.scope.onlyChannel, reviewed.node.child("id")?.scalarText == reviewed.rule.id,
            rules.count(where: { $0.position == reviewed.position }) == 1
        else { return }
        for action in reviewed.node.child("then")?.listItems ?? [] {
            guard let entry = action.onlyEntry, entry.key == "relay" else { continue }
            let targets = (entry.value.child("to") ?? entry.value).listItems
            guard let target = targets.first, targets.count == 1, let name = target.scalarText,
                let channel = names.entry(named: name), ChannelID(channel.id) == own
            else { continue }
            diagnostics.warning(
                "relay-to-itself", "'\(name)' is the rule's own channel, in which the message already is", at: target.position,
                suggestion: "write another channel")
        }
    }

    private func warn(_ route: Route, _ first: Reviewed, _ second: Reviewed) {
        let (from, to) = (names.name(of: route.from) ?? "\(route.from)", names.name(of: route.to) ?? "\(route.to)")
        let by = first.position == second.position ? "" : ": also by '\(first.rule.id)' (\(first.position))"
        diagnostics.warning(
            "shown-twice", "'\(second.rule.id)' relays messages from '\(from)' to '\(to)' a second time\(by)",
            at: second.position,
            suggestion: "remove one of the two, or give each a 'when'")
    }
}
