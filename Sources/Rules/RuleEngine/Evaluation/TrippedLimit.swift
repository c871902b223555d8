package import ChatModel
package import Foundation

/// A rule that has reached a limit in a clan and is inactive there for a while.
package struct TrippedLimit: Hashable, Sendable {
    package var rule: String
    /// The clan; 0 outside of any clan.
    package var clan: ClanID
    /// The channel; set only outside of any clan.
    package var channel: ChannelID
    /// The limit, for example `30 hits in a minute`; empty for a disabled rule.
    package var limit: String
    /// The end of the pause; `nil` for a rule that is disabled until it is changed.
    package var until: Date?

    /// The first words of the subjects of the quotas that stop a rule, each with the space that follows.
    package static var subjectPrefixes: [String] { LimitSpan.allCases.map { "\($0.rawValue) " } + [CompiledRule.disabled + " "] }
}

extension RuleSet {
    /// Returns the limits that rules have reached.
    ///
    /// - Parameter stored: The stored quotas. Those in memory replace them.
    func trippedLimits(in state: RuleState, at now: Date, stored: [StoredStateEntry]) -> [TrippedLimit] {
        var quotas: [StateKey: StateEntry] = [:]
        for write in stored.compactMap(\.write) where write.mode == .real { quotas[write.key] = write.entry }
        for (key, entry) in state.enforcedInMemory(of: .quota) { quotas[key] = entry }
        return quotas.filter { $0.value.holds(at: now) }.sorted { $0.key < $1.key }.compactMap { key, entry in
            guard let rule = rules.first(where: { $0.id == key.name && $0.mode == .enforce }),
                let gap = key.subject.lastIndex(of: " "), let channel = Int64(key.subject[gap...].dropFirst(2))
            else { return nil }
            let isChannel = key.subject[gap...].dropFirst().first == "c"
            let clan = isChannel ? 0 : ClanID(channel)
            var tripped = TrippedLimit(rule: rule.id, clan: clan, channel: isChannel ? ChannelID(channel) : 0, limit: "")
            let what = String(key.subject[..<gap])
            let limits = rule.limits[clan]
            if limits.onExceed == .disable { return what == rule.disabling(in: version) ? tripped : nil }
            guard let span = LimitSpan(rawValue: what), let limit = span == .minute ? limits.perMinute : limits.perDay,
                entry.count > limit
            else { return nil }
            tripped.limit = "\(limit) hits in a \(span.rawValue)"
            tripped.until = entry.until
            return tripped
        }
    }
}
