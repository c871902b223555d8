public import Foundation

/// Something that happened, as the server told it.
public enum Event: Hashable, Sendable, Codable {
    /// Somebody said something.
    case message(Message)
    /// A message was changed; it carries the new content under the old id.
    case edit(Message)
    /// A message is gone.
    case delete(Removal)
    /// The server wrote a notice into a channel: a welcome, a pin, an audit line.
    case system(Message)
    case reaction(Reaction)
    /// A button was pressed, or a choice made in a select.
    case button(ButtonClick)
    case memberJoined(Membership)
    case memberLeft(Membership)
    case channelCreated(Channel)
    case channelUpdated(Channel)
    case channelDeleted(Channel)
    /// We, or somebody else, were added to a channel.
    ///
    /// - Parameter applications: those of them of whom the server says that they are applications.
    case channelMembersAdded(Channel, [UserID], applications: [UserID] = [])
    case rolesChanged(RoleChange)
    case banChanged(BanChange)
    case voiceJoined(VoicePresence)
    case voiceLeft(VoicePresence)
    /// Somebody used an entry of the quick menu that a bot put up.
    case quickMenu(MenuChoice)
    /// Somebody sent tokens to somebody.
    case tokenSent(TokenTransfer)
    /// Something that happened in the house itself.
    case house(SystemEvent)
    /// An event of a kind that this build does not know, by its field number on the wire; its frame is kept in the journal.
    case unknown(field: Int)

    /// Where it happened; zero for what belongs to no channel.
    public var channel: ChannelID {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.channel
        case .delete(let removal): removal.channel
        case .reaction(let reaction): reaction.channel
        case .button(let click): click.channel
        case .channelCreated(let channel), .channelUpdated(let channel), .channelDeleted(let channel),
            .channelMembersAdded(let channel, _, _):
            channel.id
        case .banChanged(let change): change.channel
        case .voiceJoined(let presence), .voiceLeft(let presence): presence.channel
        case .quickMenu(let choice): choice.channel
        case .house(let event): event.channel
        case .memberJoined, .memberLeft, .rolesChanged, .tokenSent, .unknown: 0
        }
    }

    public var clan: ClanID {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.clan
        case .delete(let removal): removal.clan
        case .reaction(let reaction): reaction.clan
        case .button, .tokenSent, .unknown: 0
        case .memberJoined(let membership), .memberLeft(let membership): membership.clan
        case .channelCreated(let channel), .channelUpdated(let channel), .channelDeleted(let channel),
            .channelMembersAdded(let channel, _, _):
            channel.clan
        case .rolesChanged(let change): change.clan
        case .banChanged(let change): change.clan
        case .voiceJoined(let presence), .voiceLeft(let presence): presence.clan
        case .quickMenu(let choice): choice.clan
        case .house(let event): event.clan
        }
    }

    /// The message it is about; zero for none.
    public var message: MessageID {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.id
        case .delete(let removal): removal.message
        case .reaction(let reaction): reaction.message
        case .button(let click): click.message
        default: 0
        }
    }

    /// Who did it; zero where the server does not say.
    public var actor: UserID {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.author.id
        case .delete(let removal): removal.sender
        case .reaction(let reaction): reaction.sender
        case .button(let click): click.user
        case .memberJoined(let membership), .memberLeft(let membership): membership.users.first ?? 0
        case .rolesChanged(let change): change.added.first ?? change.removed.first ?? 0
        case .banChanged(let change): change.by
        case .voiceJoined(let presence), .voiceLeft(let presence): presence.user
        case .quickMenu(let choice): choice.user
        case .tokenSent(let transfer): transfer.sender
        case .house(.due(let occurrence)): occurrence.appointment.user
        default: 0
        }
    }

    /// One word for listings and traces.
    public var kind: String {
        switch self {
        case .message: "message"
        case .edit: "edit"
        case .delete: "delete"
        case .system: "system"
        case .reaction: "reaction"
        case .button: "button"
        case .memberJoined: "member-joined"
        case .memberLeft: "member-left"
        case .channelCreated: "channel-created"
        case .channelUpdated: "channel-updated"
        case .channelDeleted: "channel-deleted"
        case .channelMembersAdded: "channel-members-added"
        case .rolesChanged: "roles-changed"
        case .banChanged: "ban-changed"
        case .voiceJoined: "voice-joined"
        case .voiceLeft: "voice-left"
        case .quickMenu: "quick-menu"
        case .tokenSent: "token-sent"
        case .house(let event): "house-\(event.kind)"
        case .unknown(let field): "unknown-\(field)"
        }
    }
}

/// The end of a message.
public struct Removal: Hashable, Sendable, Codable {
    public var message: MessageID
    public var clan: ClanID
    public var channel: ChannelID
    /// The id the server puts beside it: the author's, as far as clients know; zero where it names nobody.
    public var sender: UserID
    /// When it was removed; the time of the message where the server names no other.
    public var at: Date

    public init(message: MessageID, clan: ClanID, channel: ChannelID, sender: UserID = 0, at: Date) {
        self.message = message
        self.clan = clan
        self.channel = channel
        self.sender = sender
        self.at = at
    }
}

public struct ButtonClick: Hashable, Sendable, Codable {
    public var message: MessageID
    public var channel: ChannelID
    public var button: String
    /// Who clicked.
    public var user: UserID
    /// Who wrote the message that carries the button.
    public var messageAuthor: UserID
    /// The form so far as JSON, or the value chosen in a select; may be empty.
    public var extra: String
    /// Whether the server told of it as a choice in a select. It may tell of the same as a press besides.
    public var isChoice: Bool

    public init(
        message: MessageID, channel: ChannelID, button: String, user: UserID, messageAuthor: UserID, extra: String = "",
        isChoice: Bool = false
    ) {
        self.message = message
        self.channel = channel
        self.button = button
        self.user = user
        self.messageAuthor = messageAuthor
        self.extra = extra
        self.isChoice = isChoice
    }
}

/// People who came to a clan or left it.
public struct Membership: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var users: [UserID]
    /// Known only for somebody who joined.
    public var username: String
    /// A Boolean value that indicates whether the server says of who joined that it is an application.
    public var isBot: Bool

    public init(clan: ClanID, users: [UserID], username: String = "", isBot: Bool = false) {
        self.clan = clan
        self.users = users
        self.username = username
        self.isBot = isBot
    }
}

/// Somebody in a voice channel.
public struct VoicePresence: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var channel: ChannelID
    public var user: UserID

    public init(clan: ClanID, channel: ChannelID, user: UserID) {
        self.clan = clan
        self.channel = channel
        self.user = user
    }
}

/// An entry of the quick menu that somebody chose, about a message or about none.
public struct MenuChoice: Hashable, Sendable, Codable {
    public var clan: ClanID
    public var channel: ChannelID
    public var menu: String
    public var user: UserID

    public init(clan: ClanID, channel: ChannelID, menu: String, user: UserID) {
        self.clan = clan
        self.channel = channel
        self.menu = menu
        self.user = user
    }
}

/// Tokens that somebody gave away.
public struct TokenTransfer: Hashable, Sendable, Codable {
    public var sender: UserID
    public var receiver: UserID
    public var amount: Int
    public var note: String

    public init(sender: UserID, receiver: UserID, amount: Int, note: String = "") {
        self.sender = sender
        self.receiver = receiver
        self.amount = amount
        self.note = note
    }
}
