import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The active rules with the entries at which they acted.
struct RulesView: Sendable {
    struct Row: Sendable {
        let id: String
        let title: String
        let hasTitle: Bool
        let mode: String
        let modeText: String
        let location: String
        let hits: Int
        let reversals: Int
        /// The average time of an evaluation in microseconds; a dash if none was measured.
        let cost: String
        /// The address of the page that changes the mode; empty if this session may not.
        let change: String
        let canChange: Bool
        let changeText: String
        /// The address of the page that takes back what the rule did.
        let rewind: String
        let journal: String
        let isManual: Bool
    }

    let revision: String
    let rows: [Row]
    let isEmpty: Bool
    /// The time since which entries are counted, if those of seven days are not all counted yet.
    let countedSince: String
    let isPartial: Bool
    /// A Boolean value that indicates whether this session may change rules.
    let canChange: Bool
}

extension ConsoleContext {
    /// The rules that apply in a channel of the session's clans.
    func visibleRules() async throws -> [RuleListing] {
        let listing = access.configuration().rules.listing
        let places = try await places()
        return listing.filter { places.shows(rule: $0.id) }
    }

    func rules(_ activity: RuleActivity, _ texts: Texts) async throws -> RulesView {
        let rules = access.configuration().rules
        let counts = try await activity.counts(in: scope)
        let listing = try await visibleRules()
        let costs = try await access.metrics().ruleCosts
        return RulesView(
            revision: rules.version,
            rows: listing.map { rule in
                let other = RuleModeView.other(than: rule.mode)
                return RulesView.Row(
                    id: rule.id, title: rule.title, hasTitle: !rule.title.isEmpty && rule.title != rule.id,
                    mode: rule.mode.rawValue,
                    modeText: texts["mode_\(rule.mode.rawValue)"], location: "\(rule.position.file):\(rule.position.line)",
                    hits: counts.hits[rule.id] ?? 0, reversals: counts.reversals[rule.id] ?? 0,
                    cost: costs[rule.id].map { "\(Int(($0.average / .microseconds(1)).rounded(.up))) µs" } ?? "–",
                    change: "/rules/mode?" + QueryText.query([("rule", rule.id), ("mode", other.rawValue)]),
                    canChange: scope.isEverything, changeText: texts["rules_to_\(other.rawValue)"],
                    rewind: "/rules/rewind?" + QueryText.query([("rule", rule.id)]),
                    journal: "/journal?" + QueryText.query([("rule", "rule:\(rule.id)")]), isManual: rule.isManual)
            },
            isEmpty: listing.isEmpty, countedSince: counts.since?.stamp(in: zone) ?? "", isPartial: counts.since != nil,
            canChange: scope.isEverything)
    }
}
