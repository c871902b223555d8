import ChatModel

/// The reach of a revision's rules into one channel, determined once instead of for each of its events.
struct ChannelReach: Sendable {
    /// The relation of a rule's scope to the channel.
    enum Scope: Sendable {
        /// The rule is tested for each event of its own.
        case undetermined
        case inside, outside
    }

    /// A sliding window, with the scopes of the rules that read it.
    struct ReadWindow: Sendable {
        let spec: WindowSpec
        var scopes: Set<RuleScope> = []

        /// Returns the windows that rules read, ordered by measure. A rule that a schedule triggers applies without a channel, so
        /// it reads them everywhere.
        static func all(of rules: [CompiledRule]) -> [ReadWindow] {
            var windows: [WindowSpec: ReadWindow] = [:]
            for rule in rules {
                let scope = rule.appliesWithoutChannel ? .everywhere : rule.scope
                for spec in rule.windows { windows[spec, default: ReadWindow(spec: spec)].scopes.insert(scope) }
            }
            return WindowSpec.Measure.allCases.flatMap { measure in windows.values.filter { $0.spec.of == measure } }
        }

        /// Returns whether any of the rules may read what happens in a channel. A window of a user or a clan counts what happens in
        /// all channels, so only those of other clans are left out of it.
        fileprivate func counts(_ id: ChannelID, _ channel: Channel?) -> Bool {
            scopes.contains { spec.per.contains(.channel) ? $0.mayContain(id, channel) : $0.mayContainClan(of: channel) }
        }
    }

    let clan: ClanID
    let channel: Channel?
    /// The scopes by the rules' positions.
    let scopes: [Scope]
    /// The windows that count the channel's events, ordered by measure.
    let windows: [WindowSpec]

    /// - Parameters:
    ///   - channel: The channel as the directory knows it.
    ///   - unindexed: The positions of the rules that are candidates for every event of their kinds.
    ///   - windows: The windows that rules read, ordered by measure.
    init(
        _ id: ChannelID, of clan: ClanID, _ channel: Channel?, _ rules: [CompiledRule], unindexed: [Int], windows: [ReadWindow]
    ) {
        self.clan = clan
        self.channel = channel
        var scopes = [Scope](repeating: .undetermined, count: rules.count)
        for position in unindexed where !rules[position].appliesWithoutChannel {
            scopes[position] = rules[position].scope.contains(id, of: clan, channel) ? .inside : .outside
        }
        self.scopes = scopes
        self.windows = windows.filter { $0.counts(id, channel) }.map(\.spec)
    }
}
