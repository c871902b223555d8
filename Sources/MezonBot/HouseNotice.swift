import BotKit
import MezonModel

/// Tells moderators in their channel what of the house's own doings has failed, and what is well again; of what rules asked for the rules
/// tell them.
struct HouseNotice: Participant {
    static let reloading = "house:reload"
    let name = "house:notices"
    /// Nil for nowhere but the log.
    let channel: ChannelID?

    func attendance(at event: Event, _ context: Occasion) -> Attendance {
        guard let channel else { return .none }
        switch event {
        case .house(.failed(let failure)) where failure.author == Self.reloading:
            return tell(
                "⚠ The new rules are not taken over, the old ones stay: \(failure.reason)", "a reload was refused", channel)
        case .house(.failed(let failure)) where failure.author.hasPrefix("house:"):
            let text = "⚠ \(failure.author) could not \(failure.action): \(failure.reason)"
            return tell(text, "\(failure.author): \(failure.action) failed", channel)
        case .house(.news(let news)): return tell(news.text, "news of the house", channel)
        default: return .none
        }
    }

    private func tell(_ text: String, _ reason: String, _ channel: ChannelID) -> Attendance {
        let told = Contribution(author: name, actions: [.send(Draft(text), to: channel)], reason: reason)
        return .deliberating { { [told] } }
    }
}
