import BotKit
import ChatModel

/// Informs moderators about refused rules and recoveries. All other failures are reported by rules.
struct SystemNoticeHandler: EventHandler {
    let name = "system:notices"
    /// Returns the channel for notices about a clan, which is its moderators'; nil if they go to the log only.
    let channel: @Sendable (ClanID) -> ChannelID?

    func decidesImmediately(_ event: Event, in context: EventContext) -> Bool { if case .system = event { false } else { true } }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        guard case .system(let systemEvent) = event, let channel = channel(event.clan) else { return .none }
        switch systemEvent {
        case .failed(let failure) where failure.author == SystemEvent.Failure.reloading:
            return send(
                "⚠ Reload rejected, the previous rules stay active: \(failure.reason)", "a reload was rejected", channel)
        case .news(let notice): return send(notice.text, "a notice to moderators", channel)
        default: return .none
        }
    }

    private func send(_ text: String, _ reason: String, _ channel: ChannelID) -> HandlingStep {
        let result = AuthorResult(author: name, actions: [.send(Draft(text), to: channel)], reason: reason)
        return .awaiting { { [result] } }
    }
}
