public import Foundation

/// The information and services available to a bot besides the event itself. Every answer is recorded, so that processing the
/// same event again gives the same result.
///
///     Command("roll", "Roll a die") { context in
///         var random = context.random
///         return [.reply("\(Int.random(in: 1...6, using: &random))")]
///     }
public struct BotContext<B: Bot>: Sendable {
    let invocation: BotInvocation
    /// The message whose component was pressed.
    private var pressed: Message?

    init(invocation: BotInvocation) { self.invocation = invocation }

    /// The event's own time. A decision has no other clock, so an event processed late is decided as it would have been in time.
    public var now: Date { invocation.context.now }
    /// The account that the bot acts as.
    public var me: UserID { invocation.context.me }
    /// A Boolean value that indicates whether the event was recovered from the channel's history after an outage.
    public var isLate: Bool { invocation.context.isLate }
    /// A Boolean value that indicates whether the event is an edit of a message.
    public var isEdit: Bool { invocation.context.isEdit }
    /// The clan of the event; zero if it belongs to none.
    public var clan: ClanID { invocation.context.clan }
    /// The channel of the event; zero if it belongs to none.
    public var channel: ChannelID { invocation.context.channel }
    /// The user who caused the event; zero if the server does not report one.
    public var user: UserID { invocation.context.user }
    /// The message that the event concerns, in its current form, or nil if it concerns none. In a `Press`, the message whose
    /// component was pressed.
    public var message: Message? { invocation.context.message ?? pressed }
    /// A Boolean value that indicates whether the channel is private: readable only by some members of its clan. By the directory
    /// and the configuration, that is a private channel or thread, a thread of one, a direct conversation, or a channel of another
    /// network, of which it is not known who reads it. It is not recorded.
    public var isInPrivatePlace: Bool {
        invocation.context.isInPrivatePlace || channel.isExternal || message?.isPublic == false
    }
    /// A Boolean value that indicates whether the channel is a direct conversation with one user, who is its only other reader, by the
    /// directory: a message's own claim is ignored. It is not recorded.
    public var isInDirectConversation: Bool { invocation.context.isInDirectConversation }
    /// The language that the user has chosen, or else their clan, or else the configuration.
    public var language: Language { invocation.preferences.language }
    /// The command prefix that applies in this channel.
    public var prefix: String { invocation.context.chatPreferences.prefix }

    /// A random number generator seeded by this event and this bot. Each access restarts it, so keep it in a variable.
    ///
    ///     var random = context.random
    ///     let roll = Int.random(in: 1...6, using: &random)
    public var random: SplitMix64 { SplitMix64(seed: invocation.context.seed) }

    /// Returns an identifier that no other call has returned: 1 to 13 lower-case letters and digits.
    public func id() -> String { String(invocation.nextID(), radix: 36) }

    /// Adds an explanation to the trace of the event, for the operator: one line of at most 200 characters, without texts of users. Of more
    /// than 20 explanations, the first ones are kept.
    public func explain(_ reason: String) { invocation.explain(reason.terminalLine) }

    func about(_ message: Message) -> BotContext {
        var context = self
        context.pressed = message
        return context
    }

    /// Returns a handle for this bot's state in a scope: global, or per clan, channel, user or member.
    public func state(_ scope: StateScope) -> StateHandle<B.State> {
        StateHandle(key: scope.key(at: invocation.context), invocation: invocation)
    }

    /// A client for reading the web addresses that the operator has allowed for this bot.
    public var http: HTTPReader { HTTPReader(invocation: invocation) }

    /// Returns a member of this clan from the directory, or nil if the directory does not know the user.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func member(_ user: UserID) async throws -> Member? {
        let answer = try await invocation.read(.member(user, clan: clan))
        guard case .member(let member) = answer else { throw ContextReadError(answer) }
        return member
    }

    /// Returns a channel from the directory, or nil if the directory does not know it or it belongs to another clan. Of a private
    /// channel in which the event did not happen, the name, the category and the latest message are left out.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func channel(_ id: ChannelID) async throws -> Channel? {
        let answer = try await invocation.read(.channel(id))
        guard case .channel(let channel) = answer else { throw ContextReadError(answer) }
        return channel
    }

    /// Returns the current version of a message as reported by the server, or nil if it was deleted, never received, or is in
    /// another clan or in a private channel in which the event did not happen.
    ///
    /// - Parameters:
    ///   - id: The id of the message.
    ///   - channel: The message's channel; nil for the event's channel.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func message(_ id: MessageID, in channel: ChannelID? = nil) async throws -> Message? {
        let answer = try await invocation.read(.message(id, in: channel ?? self.channel))
        guard case .message(let message) = answer else { throw ContextReadError(answer) }
        return message
    }

    /// Returns the most recent messages of this channel as stored by the server, oldest first.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of messages, 1 to 50; other values are clamped.
    ///   - before: The message before which to look; zero for the most recent messages.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func history(limit: Int = 50, before: MessageID = 0) async throws -> [Message] {
        let answer = try await invocation.read(.history(channel, before: before, limit: min(max(limit, 1), 50)))
        guard case .messages(let messages) = answer else { throw ContextReadError(answer) }
        return messages
    }
}

/// An error thrown when a read of the context could not be answered.
public struct ContextReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in one sentence.
    public let reason: String
    /// The reason, in one sentence.
    public var description: String { reason }

    init(_ answer: ContextRead.Response) {
        if case .failed(let reason) = answer { self.reason = reason } else { reason = "it is not recorded" }
    }
}
