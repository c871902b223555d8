import Foundation
import MezonModel

/// The stretch of time in which the hits of a rule are counted.
enum LimitSpan: String, Hashable, Sendable, CaseIterable {
    case minute, day

    private var seconds: Double { self == .minute ? 60 : 86_400 }

    /// The end of the stretch in which a moment lies.
    func end(after moment: Date) -> Date {
        Date(timeIntervalSince1970: ((moment.timeIntervalSince1970 / seconds).rounded(.down) + 1) * seconds)
    }

    /// What a rule has used up in a clan; in a channel of no clan, in that channel.
    static func key(_ rule: String, _ what: String, _ facts: Facts) -> StateKey {
        let clan = facts.clan
        return StateKey(.quota, rule, "\(what) \(clan.isNone ? "c\(facts.channelID)" : "g\(clan)")")
    }
}

extension CompiledRule {
    /// Whether it says something, and takes nothing from people.
    var onlyTalks: Bool { (then + otherwise).contains(where: \.talks) && !punishes }

    /// The name of the entry that switches it off until it is changed.
    func disabling(in set: RuleSet) -> String { "disabled \(stateVersion) \(set.version)" }
}
