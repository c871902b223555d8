import BotConfiguration
import ChatModel

extension CompilationContext {
    /// The subject of an action, which not every event provides.
    enum ActionSubject: String {
        case message, channel, clan

        fileprivate var triggersWithoutSubject: Set<RuleTrigger.Kind> {
            let placeless: Set<RuleTrigger.Kind> = [
                .join, .leave, .roleChange, .tokenSent, .clanEvent, .startup, .reconnected, .manual, .schedule,
            ]
            switch self {
            case .clan: return [.tokenSent, .startup, .reconnected, .manual, .schedule]
            case .channel: return placeless
            case .message:
                return placeless.union([
                    .roomChange, .channelCreated, .threadCreated, .banChanged, .voiceJoined, .voiceLeft, .quickMenu, .silence,
                    .reminderDue,
                ])
            }
        }
    }

    /// Reports an error if one of the rule's triggers provides no subject for the action.
    func expect(_ eventContext: ActionSubject, for keyword: KeywordNode) {
        let without = RuleTrigger.Kind.allCases.filter {
            triggers.contains($0) && eventContext.triggersWithoutSubject.contains($0)
                && !($0.hasNoChannel && isFixed(eventContext))
        }
        guard !without.isEmpty else { return }
        diagnostics.error(
            "nothing-to-act-on",
            "'\(keyword.name)' needs a \(eventContext.rawValue), but the trigger \(without.map(\.rawValue).joined(separator: ", ")) provides none",
            at: keyword.position, suggestion: hint(eventContext, for: keyword, without))
    }

    /// Returns whether `in` names the subject for events that have none.
    private func isFixed(_ subject: ActionSubject) -> Bool {
        switch subject {
        case .message: false
        case .channel: hasFixedChannel
        case .clan: hasFixedChannel || !clan.isNone
        }
    }

    private func hint(_ subject: ActionSubject, for keyword: KeywordNode, _ without: [RuleTrigger.Kind]) -> String? {
        if subject == .clan, without == [.schedule] {
            return "name one clan: in: { clans: … }, or one channel: in: { channels: … }"
        }
        guard subject == .channel else { return nil }
        let hasNoAuthor = without.allSatisfy { !TemplatePath.user(.author).isAvailable(at: $0) }
        if hasNoAuthor, Self.personalActions.contains(keyword.name) {
            return "remove it, because such an event has no author; or write to a channel: { send: { to: …, text: … } }"
        }
        return "name a channel: { send: { to: …, text: … } }"
    }

    /// The actions that need both a channel and a user.
    private static let personalActions: Set<String> = ["warn", "mute", "unmute", "ephemeral"]

    /// Reports an error for an action that cannot be deferred until a question is answered, because it needs its event or depends
    /// on the state at that time.
    func rejectInQuestion(_ keyword: KeywordNode) {
        guard isDeferred else { return }
        diagnostics.error(
            "not-in-question", "'\(keyword.name)' cannot be deferred until a question is answered", at: keyword.position,
            suggestion: "move it next to 'ask', or use an action such as mute, kick or ban")
    }
}
