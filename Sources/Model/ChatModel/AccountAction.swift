/// An action of the bot's account that belongs to no channel.
@nonexhaustive
public enum AccountAction: Hashable, Sendable, Codable {
    /// Sends tokens of the account to a user, with a note that both can read. The order is executed once, also if its acknowledgement is
    /// lost. The operator sets the limits: `bot: { tokens: { per_day: 1000 } }`.
    case sendTokens(Int, to: UserID, note: String)
    /// Gives the author of a message a coffee: an order of tokens that names the message, with the limits and guarantees of `sendTokens`.
    case giveCoffee(CoffeeOrder)
    /// Makes a group conversation of the account and 1 to 19 users. It is not made again if the result is unknown.
    case createGroup([UserID], name: String)
    /// Closes a direct conversation or a group of the account.
    case closeConversation(ChannelID)
    /// Plays a sound or a video in a voice room. A request whose result is unknown is not repeated.
    case playMedia(MediaPlayback)

    /// The largest number of tokens of an order.
    public static let maxTokens = 1_000_000_000
    /// The largest size of a note in bytes.
    public static let maxNoteBytes = 512

    /// The largest number of users in a group besides the account.
    public static let maxGroupUsers = 19
    /// The largest number of characters of a group's name.
    public static let maxGroupName = 100

    /// Gives the author of a message a coffee.
    public static func giveCoffee(for message: Message) -> AccountAction { .giveCoffee(CoffeeOrder(for: message)) }

    /// The action's name in listings and traces.
    public var kind: String {
        switch self {
        case .sendTokens: "send_tokens"
        case .giveCoffee: "give_coffee"
        case .createGroup: "create_group"
        case .closeConversation: "close_conversation"
        case .playMedia: "play_media"
        }
    }

    /// The reason why the action cannot be performed; nil if it can.
    package var problem: String? {
        switch self {
        case .sendTokens(let tokens, let user, let note):
            if !(1...Self.maxTokens).contains(tokens) { return "\(tokens) tokens; 1 to \(Self.maxTokens) can be sent" }
            if user.isNone { return "an order without a receiver" }
            return note.utf8.count > Self.maxNoteBytes ? "a note of more than \(Self.maxNoteBytes) bytes" : nil
        case .giveCoffee(let order):
            return order.message.isNone || order.author.isNone || order.channel.isNone ? "a coffee for no message" : nil
        case .createGroup(let users, let name):
            if Set(users).count != users.count || users.contains(where: \.isNone) {
                return "a group with a user who is given twice, or is none"
            }
            if !(1...Self.maxGroupUsers).contains(users.count) {
                return "a group of \(users.count) users; it needs 1 to \(Self.maxGroupUsers) besides the account"
            }
            return name.count > Self.maxGroupName ? "a group's name of more than \(Self.maxGroupName) characters" : nil
        case .closeConversation(let channel): return channel.isNone || channel.isExternal ? "no conversation to close" : nil
        case .playMedia(let playback): return playback.problem
        }
    }

    /// The user concerned; nil if there is none.
    package var user: UserID? {
        switch self {
        case .sendTokens(_, let user, _): user
        case .giveCoffee(let order): order.author
        case .createGroup, .closeConversation, .playMedia: nil
        }
    }

    /// A Boolean value that indicates whether the gateway carries the action out, not another server of Mezon.
    package var isOfGateway: Bool {
        switch self {
        case .createGroup, .closeConversation: true
        case .sendTokens, .giveCoffee, .playMedia: false
        }
    }

    /// The action without the texts of users.
    package var redacted: AccountAction {
        switch self {
        case .sendTokens(let tokens, let user, _): .sendTokens(tokens, to: user, note: "")
        case .createGroup(let users, _): .createGroup(users, name: "")
        case .giveCoffee, .closeConversation: self
        case .playMedia(let playback): .playMedia(MediaPlayback("", title: "", room: playback.room))
        }
    }
}

/// A sound or a video to be played in a voice room.
public struct MediaPlayback: Hashable, Sendable, Codable {
    private static let maxBytes = 2048  // Of each part.

    /// The address of the file: an `https` URL.
    public var url: String
    /// The title that the room shows.
    public var title: String
    /// The name of the room, as Mezon's voice server knows it.
    public var room: String
    /// The name under which the bot appears in the room.
    public var participant: String

    /// Creates a playback.
    public init(_ url: String, title: String, room: String, participant: String = "") {
        self.url = url
        self.title = title
        self.room = room
        self.participant = participant
    }

    fileprivate var problem: String? {
        if !url.lowercased().hasPrefix("https://") { return "a file whose address is no https URL" }
        if room.isEmpty { return "a playback without a room" }
        return [url, title, room, participant].contains { $0.utf8.count > Self.maxBytes }
            ? "a text of more than \(Self.maxBytes) bytes" : nil
    }
}
