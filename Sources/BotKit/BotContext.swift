public import Foundation

/// What a bot knows besides the event itself, and all it may ask. What it was told is kept, so that the same event gives the same
/// answer again.
public struct BotContext<B: Bot>: Sendable {
    let attempt: BotInvocation
    /// The message of which something was pressed.
    private var pressed: Message?

    init(attempt: BotInvocation) { self.attempt = attempt }

    /// The event's own time. Nothing else is "now" for a decision, so a backlog delivered late decides as it would have then.
    public var now: Date { attempt.scene.now }
    /// The account we act as.
    public var me: UserID { attempt.scene.me }
    /// Whether the event was recovered from the channel's history after an outage.
    public var isLate: Bool { attempt.scene.isLate }
    /// Whether somebody has changed a message.
    public var isEdit: Bool { attempt.scene.isEdit }
    /// Where it happened; zero for what belongs to no clan, or to no channel.
    public var clan: ClanID { attempt.scene.clan }
    public var channel: ChannelID { attempt.scene.channel }
    /// Who did it; zero where the server does not say.
    public var user: UserID { attempt.scene.user }
    /// The message that it is about, as it stands now; nil for what is about none. Of a `Press` it is the message pressed.
    public var message: Message? { attempt.scene.message ?? pressed }
    /// What the house speaks here.
    public var language: Language { attempt.scene.manners.language }
    /// What a command begins with here.
    public var prefix: String { attempt.scene.manners.prefix }

    /// A source of chance that belongs to this event and this bot: each reading starts it anew, so keep it in a variable.
    ///
    ///     var random = context.random
    ///     let roll = Int.random(in: 1...6, using: &random)
    public var random: SplitMix64 { SplitMix64(seed: attempt.scene.seed) }

    /// A name that no other call has given: 1 to 13 lower-case letters and digits.
    public func id() -> String { String(attempt.nextID(), radix: 36) }

    func about(_ message: Message) -> BotContext {
        var context = self
        context.pressed = message
        return context
    }

    /// What this bot remembers: of everybody, of this clan or channel, of a person.
    public func state(_ scope: StateScope) -> StateHandle<B.State> {
        StateHandle(key: scope.key(at: attempt.scene), attempt: attempt)
    }

    /// Web addresses that the operator has allowed for this bot.
    public var http: HTTPReader { HTTPReader(attempt: attempt) }

    /// Somebody of this clan as the directory knows them; nil for somebody it does not know.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func member(_ user: UserID) async throws -> Member? {
        let answer = try await attempt.read(.member(user, clan: clan))
        guard case .member(let member) = answer else { throw ContextReadError(answer) }
        return member
    }

    /// A channel as the directory knows it; nil for one it does not know.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func channel(_ id: ChannelID) async throws -> Channel? {
        let answer = try await attempt.read(.channel(id))
        guard case .channel(let channel) = answer else { throw ContextReadError(answer) }
        return channel
    }

    /// A message as it stands, as the server told it; nil for one that is gone, or of which this house has not heard.
    ///
    /// - Parameter channel: where it is; here where it is nil.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func message(_ id: MessageID, in channel: ChannelID? = nil) async throws -> Message? {
        let answer = try await attempt.read(.message(id, in: channel ?? self.channel))
        guard case .message(let message) = answer else { throw ContextReadError(answer) }
        return message
    }

    /// The newest messages of this channel, the oldest first, as the server keeps them.
    ///
    /// - Parameters:
    ///   - limit: 1 to 50.
    ///   - before: only what was said before this message; zero for the newest.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func history(limit: Int = 50, before: MessageID = 0) async throws -> [Message] {
        let answer = try await attempt.read(.history(channel, before: before, limit: min(max(limit, 1), 50)))
        guard case .messages(let messages) = answer else { throw ContextReadError(answer) }
        return messages
    }
}

/// The server did not tell what was asked.
public struct ContextReadError: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    init(_ answer: ContextRead.Response) {
        if case .failed(let reason) = answer { self.reason = reason } else { reason = "it is not in the record" }
    }
}
