import Foundation
import Scheduling

/// Where a bot finds itself: the event's time and place, and who did it.
struct InvocationContext: Sendable {
    let now: Date
    let me: UserID
    let isLate: Bool
    /// Whether it is about a message that was changed.
    let isEdit: Bool
    let clan: ClanID
    let channel: ChannelID
    let user: UserID
    let sequence: Int64
    /// What the bot is called in traces and records: `bot:kudos`, with the rule that handed it the event before it.
    let author: String
    let seed: UInt64
    /// The message that it is about as it stands; nil for what is about none.
    let message: Message?
    let manners: ChatPreferences
    let zones: ZoneRulesCache

    init(_ event: Event, _ context: EventContext, author: String, _ house: BotRuntime) {
        now = context.now
        me = context.me
        isLate = context.isLate
        clan = event.clan(house.channel)
        channel = event.channel
        user = event.actor
        sequence = context.sequence
        self.author = author
        seed = context.seed(of: author)
        manners = house.manners
        zones = house.zones
        isEdit = if case .edit = event { true } else { false }
        switch event {
        case .message(let message), .edit(let message), .system(let message): self.message = message
        default: message = nil
        }
    }
}
