import Foundation
import Recurrence

/// The circumstances of an invocation: the event's time, channel, user and message.
struct InvocationContext: Sendable {
    let now: Date
    let me: UserID
    let isLate: Bool
    /// A Boolean value that indicates whether the event is an edit of a message.
    let isEdit: Bool
    let clan: ClanID
    let channel: ChannelID
    let user: UserID
    let sequence: Int64
    /// The bot's name in traces and records, `bot:kudos`, preceded by the rule that handed it the event, if any.
    let author: String
    let seed: UInt64
    /// The message of the event in its current form, or nil if the event concerns none.
    let message: Message?
    let chatPreferences: ChatPreferences
    let zones: ZoneRulesCache
    private let event: Event
    private let runtime: BotRuntime

    init(_ event: Event, _ context: EventContext, author: String, _ runtime: BotRuntime) {
        now = context.now
        me = context.me
        isLate = context.isLate
        clan = event.clan(runtime.channel)
        channel = event.channel
        user = event.actor
        sequence = context.sequence
        self.author = author
        seed = context.seed(of: author)
        chatPreferences = runtime.preferences
        zones = runtime.zones
        self.event = event
        self.runtime = runtime
        isEdit = if case .edit = event { true } else { false }
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): self.message = message
        default: message = nil
        }
    }

    /// A Boolean value that indicates whether the event's channel is private: readable only by some members of its clan.
    var isInPrivatePlace: Bool { event.isInPrivatePlace(runtime.readers, of: clan) }

    /// A Boolean value that indicates whether the event's place is a direct conversation with one user, by the directory.
    var isInDirectConversation: Bool { clan.isNone && runtime.channel(channel)?.kind == .direct }

    /// Returns the language that the event's user or clan has chosen; nil if neither has.
    ///
    /// - Throws: Errors of the store.
    func chosenLanguage() async throws -> Language? { try await runtime.chosenLanguage(of: user, in: clan) }

    /// Returns whether a channel has the readers of the event's place.
    func isSamePlace(_ channel: ChannelID) -> Bool {
        channel == event.channel || event.root(runtime.readers) == runtime.readers.root(of: channel)
    }

    /// Returns the part of a state key that names a clan. A direct conversation belongs to no clan and stands for itself, so that
    /// users who write to the bot directly share nothing.
    func clanKey(_ clan: ClanID) -> String { clan.isNone && !channel.isNone ? "\(clan)/\(channel)" : "\(clan)" }
}
