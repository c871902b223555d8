import BotConfiguration
import ChatModel

/// Finds rules that make private content readable to more users than its source allows, as far as the configuration shows:
/// channels declared private, the moderation channel, and direct conversations.
struct PrivacyReview {
    let privateChannels: Set<ChannelID>
    let names: NameRegistry
    let diagnostics: DiagnosticCollector

    func review(_ rules: [Reviewed]) {
        for reviewed in rules where reviewed.rule.mode != .disabled && !reviewed.rule.scope.allowsPrivateContent {
            let sources = reviewed.rule.scope.onlyChannels.filter(privateChannels.contains)
            for exposure in reviewed.rule.exposures {
                for source in sources where exposure != .channel(source) {
                    warn("of the private channel '\(name(source))'", exposure, reviewed)
                }
                if reviewed.rule.scope.namesDirectConversations {
                    warn("of direct conversations", exposure, reviewed)
                }
            }
        }
    }

    private func warn(_ source: String, _ exposure: Exposure, _ reviewed: Reviewed) {
        diagnostics.warning(
            "private-content",
            "'\(reviewed.rule.id)' \(exposure.phrase(for: "messages \(source)", name))",
            at: reviewed.position,
            suggestion: "take the private place out of it, or write private: allowed in the link or the rule's 'in'")
    }

    private func name(_ channel: ChannelID) -> String { names.name(of: channel) ?? "\(channel)" }
}
