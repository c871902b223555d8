import BotKit

/// Tells moderators in their channel what of the house's own doings has failed; of what rules asked for the rules tell them.
struct HouseNotice: Participant {
    static let reloading = "house:reload"
    let name = "house:notices"
    /// Nil for nowhere but the log.
    let channel: ChannelID?

    func attendance(at event: Event, _ context: Occasion) -> Attendance {
        guard let channel, case .house(.failed(let failure)) = event, failure.author.hasPrefix("house:") else { return .none }
        let text =
            failure.author == Self.reloading
            ? "⚠ The new rules are not taken over, the old ones stay: \(failure.reason)"
            : "⚠ \(failure.author) could not \(failure.action): \(failure.reason)"
        let told = Contribution(
            author: name, actions: [.send(Draft(text), to: channel)], reason: "\(failure.author): \(failure.action) failed")
        return .deliberating { { [told] } }
    }
}
