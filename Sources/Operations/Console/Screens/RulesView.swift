import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine

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
        let journal: String
        let isManual: Bool
    }

    let revision: String
    let rows: [Row]
    let isEmpty: Bool
    /// The time since which entries are counted, if those of seven days are not all counted yet.
    let countedSince: String
    let isPartial: Bool
}

extension ConsoleContext {
    func rules(_ activity: RuleActivity, _ texts: Texts) async throws -> RulesView {
        let rules = access.configuration().rules
        let counts = try await activity.counts()
        return RulesView(
            revision: rules.version,
            rows: rules.listing.map { rule in
                RulesView.Row(
                    id: rule.id, title: rule.title, hasTitle: !rule.title.isEmpty && rule.title != rule.id,
                    mode: rule.mode.rawValue,
                    modeText: texts["mode_\(rule.mode.rawValue)"], location: "\(rule.position.file):\(rule.position.line)",
                    hits: counts.hits[rule.id] ?? 0,
                    journal: "/journal?" + QueryText.query([("rule", "rule:\(rule.id)")]), isManual: rule.isManual)
            },
            isEmpty: rules.listing.isEmpty, countedSince: counts.since?.stamp(in: zone) ?? "", isPartial: counts.since != nil)
    }
}
