/// A step that every message to a channel passes before it is sent, and that can change or withhold it.
///
///     struct Footer: OutboundMiddleware {
///         struct Options: BotOptions { var text = "" }
///         static let name = "footer"
///         let options: Options
///
///         func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
///             message.append("\n" + options.text)
///             return .pass
///         }
///     }
///
/// It is listed in the ``BotRegistry`` and enabled under `outgoing` of a channel in `config.yaml`. It sees new messages, replies, edits
/// and relayed messages, of rules and of bots alike, and no reactions, deletions or measures.
///
/// A message is prepared again after a crash, so equal messages must give equal results. The time limit is one second. If the middleware
/// throws, exceeds the limit, crashes the process three times at one message or is suspended after repeated failures, the message is
/// treated by `failurePolicy`: nothing waits for the middleware, and no message is lost.
public protocol OutboundMiddleware: Sendable {
    /// The options that the operator may set in `config.yaml`; `NoOptions` if there are none.
    associatedtype Options: BotOptions = NoOptions

    /// The name in `config.yaml`: lower-case letters, digits and underscores.
    static var name: String { get }

    /// The treatment of messages for which the middleware fails; by default they are sent unchanged.
    static var failurePolicy: MiddlewareFailurePolicy { get }

    /// Creates the middleware with the operator's options.
    init(options: Options)

    /// Changes the message, or decides that it is not sent.
    ///
    /// - Returns: `pass` sends the message as changed; `skip` sends it as it was; `drop` withholds it, with the reason in the
    ///   delivery's record.
    func prepare(_ message: inout OutboundMessage) async throws -> Verdict
}

extension OutboundMiddleware {
    /// Sends messages unchanged if the middleware fails.
    public static var failurePolicy: MiddlewareFailurePolicy { .sendUnchanged }
}

/// The treatment of a message for which outgoing middleware fails.
@nonexhaustive
public enum MiddlewareFailurePolicy: Hashable, Sendable {
    /// The message is sent as if the middleware were not there: for embellishments.
    case sendUnchanged
    /// The delivery is given up with the reason, which moderators are told, and can be sent again: for middleware that must not be
    /// bypassed.
    case giveUp
}

/// A message on its way to a channel.
public struct OutboundMessage: Hashable, Sendable {
    /// The channel.
    public let channel: ChannelID
    /// The clan of the channel; zero in a direct conversation, and where it is unknown.
    public let clan: ClanID
    /// The kind of the action: `send`, `reply`, `edit`.
    public let kind: String
    private(set) var draft: Draft

    /// Creates a message.
    public init(_ draft: Draft, to channel: ChannelID, of clan: ClanID = 0, kind: String = "send") {
        self.draft = draft
        self.channel = channel
        self.clan = clan
        self.kind = kind
    }

    /// The text.
    public var text: String { draft.content.text }
    /// The mentions in the text.
    public var mentions: [Mention] { draft.mentions }
    /// The attached files.
    public var attachments: [Attachment] { draft.attachments }

    /// Appends to the text.
    public mutating func append(_ text: String) { draft.content.text += text }

    /// Replaces parts of the text; formatting and mentions elsewhere keep their places.
    ///
    /// - Parameter parts: The ranges of the present text and their replacements, in order and without overlaps.
    public mutating func replace(_ parts: [(range: Range<String.Index>, text: String)]) {
        let text = draft.content.text
        draft.apply(
            parts.map { range, replacement in
                TextEdit(range.lowerBound.utf16Offset(in: text)..<range.upperBound.utf16Offset(in: text), replacement)
            })
    }
}
