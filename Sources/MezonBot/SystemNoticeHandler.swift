import BotKit
import MezonModel

/// Tells moderators in their channel that new rules were refused, and what is well again; of all else that has failed the rules tell them.
struct SystemNoticeHandler: EventHandler {
    let name = "house:notices"
    /// Where the moderators of a clan are told; nil for nowhere but the log.
    let channel: @Sendable (ClanID) -> ChannelID?

    func attendance(at event: Event, _ context: EventContext) -> HandlingStep {
        guard let channel = channel(event.clan) else { return .none }
        switch event {
        case .house(.failed(let failure)) where failure.author == SystemEvent.Failure.reloading:
            return tell(
                "⚠ The new rules are not taken over, the old ones stay: \(failure.reason)", "a reload was refused", channel)
        case .house(.news(let news)): return tell(news.text, "a notice to moderators", channel)
        default: return .none
        }
    }

    private func tell(_ text: String, _ reason: String, _ channel: ChannelID) -> HandlingStep {
        let told = AuthorResult(author: name, actions: [.send(Draft(text), to: channel)], reason: reason)
        return .deliberating { { [told] } }
    }
}
