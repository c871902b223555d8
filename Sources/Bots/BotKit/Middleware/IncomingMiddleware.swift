public import Foundation

/// A step that a message passes before the rules and the bots of its channel see it, and that can withhold it from them.
///
///     struct Quiet: IncomingMiddleware {
///         struct Options: BotOptions { var words = ["spoiler"] }
///         static let name = "quiet"
///         let options: Options
///
///         func precheck(_ message: Message) -> Verdict {
///             options.words.contains { message.text.contains($0) } ? .drop("a quiet word") : .pass
///         }
///     }
///
/// It is listed in the ``BotRegistry`` and enabled under `incoming` of a channel in `config.yaml`. The trace of each message shows what
/// it withheld and why. It sees the same message again when history is replayed, and must then decide the same.
///
/// A message passes if the middleware throws, exceeds its time limit or is suspended after repeated failures; the trace says so.
public protocol IncomingMiddleware: Sendable {
    /// The options that the operator may set in `config.yaml`; `NoOptions` if there are none.
    associatedtype Options: BotOptions = NoOptions

    /// The name in `config.yaml`: lower-case letters, digits and underscores.
    static var name: String { get }

    /// Creates the middleware with the operator's options.
    init(options: Options)

    /// Decides whether the handlers that follow see the message. Must be pure and fast, as the precheck of a bot.
    ///
    /// - Returns: `drop` withholds the message from all handlers that follow; `skip` only adds its reason to the trace.
    func precheck(_ message: Message) -> Verdict

    /// Decides the same with more time: 250 ms. It runs after all prechecks and before the rules and the bots.
    func prepare(_ message: Message, _ context: MiddlewareContext) async throws -> Verdict
}

extension IncomingMiddleware {
    /// Passes every message.
    public func precheck(_ message: Message) -> Verdict { .pass }
    /// Passes every message.
    public func prepare(_ message: Message, _ context: MiddlewareContext) async throws -> Verdict { .pass }
}

/// The circumstances of a message, for middleware.
public struct MiddlewareContext: Hashable, Sendable {
    /// The event's own time.
    public let now: Date
    /// The account that the application acts as.
    public let me: UserID
    /// The clan of the message; zero in a direct conversation.
    public let clan: ClanID
    /// A Boolean value that indicates whether the message was recovered from the channel's history after an outage.
    public let isLate: Bool

    /// Creates the circumstances of a message.
    public init(now: Date, me: UserID = 0, clan: ClanID = 0, isLate: Bool = false) {
        self.now = now
        self.me = me
        self.clan = clan
        self.isLate = isLate
    }
}
