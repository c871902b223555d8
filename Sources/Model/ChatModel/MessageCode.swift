/// The kind of a message, as a number of Mezon's protocol. Kinds of newer servers keep their number.
public struct MessageCode: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in the protocol.
    public let rawValue: Int32
    /// Creates a kind from its number in the protocol.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// An ordinary message.
    public static let chat = MessageCode(rawValue: 0)
    /// An edit of a message.
    public static let update = MessageCode(rawValue: 1)
    /// The deletion of a message.
    public static let remove = MessageCode(rawValue: 2)
    /// A typing indicator.
    public static let typing = MessageCode(rawValue: 3)
    /// The protocol's `Indicator`.
    public static let indicator = MessageCode(rawValue: 4)
    /// The server's notice in a clan's channel that a user has joined.
    public static let welcome = MessageCode(rawValue: 5)
    /// A buzz message.
    public static let buzz = MessageCode(rawValue: 8)
    /// An ephemeral message, which only one user sees.
    public static let ephemeral = MessageCode(rawValue: 12)
    /// A shared contact.
    public static let contact = MessageCode(rawValue: 16)
    /// A shared location.
    public static let location = MessageCode(rawValue: 17)
    /// A poll.
    public static let poll = MessageCode(rawValue: 18)
    /// An application-defined kind outside Mezon's range: a message of another network sent by a program, or not to be answered
    /// automatically.
    package static let automatic = MessageCode(rawValue: 1 << 20)
    /// An application-defined kind: the members or the topic of a channel in another network have changed. The author is the user
    /// who caused it.
    package static let roomChange = MessageCode(rawValue: 1 << 20 | 1)

    /// A Boolean value that indicates whether a user sent the message; the other kinds are notices of the server (welcome, pin,
    /// audit…).
    public var isSpeech: Bool { [.chat, .buzz, .contact, .location, .poll, .automatic].contains(self) }
}
