package import ChatModel
package import Storage

/// The entries and deliveries that a session sees, by the clans of their channels.
package struct VisiblePlaces: Sendable, Hashable {
    /// Everything.
    package static let everything = VisiblePlaces(.everything, channels: [], rules: [])

    package let scope: ClanScope
    /// The clans of the channels that the directory knows.
    private let clans: [ChannelID: ClanID]
    /// The names under which the rules act that apply in the session's clans.
    private let authors: Set<String>

    /// - Parameter rules: The ids of the rules that apply in the session's clans.
    package init(_ scope: ClanScope, channels: [Channel], rules: some Sequence<String>) {
        self.scope = scope
        authors = Set(rules.map { "rule:\($0)" })
        clans = Dictionary(channels.map { ($0.id, $0.clan) }) { first, _ in first }
    }

    /// Returns whether a rule applies in the session's clans.
    package func shows(rule: String) -> Bool { scope.isEverything || authors.contains("rule:\(rule)") }

    /// Returns whether a channel belongs to one of the session's clans. An unknown channel belongs to none.
    package func contains(_ channel: ChannelID) -> Bool { scope.isEverything || scope.contains(clans[channel] ?? 0) }

    /// Returns whether an entry belongs to the session's clans alone. The channel counts for events that do not carry their clan.
    package func contains(_ entry: Entry) -> Bool {
        guard !scope.isEverything else { return true }
        let named = [entry.clan, clans[entry.channel] ?? 0].filter { !$0.isNone }
        return !named.isEmpty && named.allSatisfy(scope.contains)
    }

    /// Returns whether a scheduled job belongs to the session's clans alone.
    package func contains(_ stored: StoredJob) -> Bool {
        guard !scope.isEverything else { return true }
        let (clan, channel) = (stored.job.clan, stored.job.channel)
        return (clan.isNone || scope.contains(clan)) && (channel.isNone || contains(channel)) && !(clan.isNone && channel.isNone)
    }

    /// The part of an entry that the session sees: without rules of other clans that did nothing, and with the deliveries to its own
    /// channel and to those of the session's clans; nil if it does not see the entry.
    package func visible(_ line: JournalReader.Line) -> JournalReader.Line? {
        guard contains(line.entry) else { return nil }
        guard !scope.isEverything else { return line }
        var line = line
        line.trace?.steps.removeAll { step in
            [Trace.miss, Trace.skip].contains(step.what) && step.who.hasPrefix("rule:") && !authors.contains(step.who)
        }
        line.deliveries.removeAll { delivery in
            !delivery.destination.isNone && delivery.destination != line.entry.channel && !contains(delivery.destination)
        }
        return line
    }
}
