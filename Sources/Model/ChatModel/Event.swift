public import Foundation

/// An event reported by the server or by the application itself.
@nonexhaustive
public indirect enum Event: Hashable, Sendable, Codable {
    /// A message was sent.
    case message(Message)
    /// A message was edited; it carries the new content under the old id.
    case edit(Message)
    /// A message was deleted.
    case delete(Removal)
    /// The server posted a notice in a channel: a welcome, a pin, an audit line.
    case systemMessage(Message)
    /// A reaction was added or removed.
    case reaction(Reaction)
    /// A button was pressed, or a choice made in a select.
    case button(ButtonClick)
    /// Users joined a clan.
    case memberJoined(Membership)
    /// Users left a clan, or were removed from it.
    case memberLeft(Membership)
    /// A channel was created.
    case channelCreated(Channel)
    /// A channel's properties were changed.
    case channelUpdated(Channel)
    /// A channel was deleted.
    case channelDeleted(Channel)
    /// Users, possibly including the account itself, were added to a channel.
    ///
    /// - Parameter applications: Those of them of whom the server says that they are applications.
    case channelMembersAdded(Channel, [UserID], applications: [UserID] = [])
    /// A role was given to members or taken from them.
    case rolesChanged(RoleChange)
    /// Users were banned from writing in a channel, or allowed to write again.
    case banChanged(BanChange)
    /// A user joined a voice channel.
    case voiceJoined(VoicePresence)
    /// A user left a voice channel.
    case voiceLeft(VoicePresence)
    /// A user chose an entry of the quick menu that a bot provides.
    case quickMenu(MenuChoice)
    /// A user sent tokens to another user. The server reports it to both of them.
    case tokenSent(TokenTransfer)
    /// A user gave another user a coffee.
    case coffeeGiven(CoffeeGift)
    /// An event of a clan's calendar was created, changed or deleted, or a user became interested in it.
    case clanEventChanged(ClanEventChange)
    /// A system event of the application itself.
    case system(SystemEvent)
    /// An event of a kind that this build does not know, with its field number in the protocol; its frame is kept in the journal.
    case unknown(field: Int)

    /// The names in stored JSON, which stay the same when a case is renamed.
    private enum CodingKeys: String, CodingKey {
        case message = "message"
        case edit = "edit"
        case delete = "delete"
        case systemMessage = "system"
        case reaction = "reaction"
        case button = "button"
        case memberJoined = "memberJoined"
        case memberLeft = "memberLeft"
        case channelCreated = "channelCreated"
        case channelUpdated = "channelUpdated"
        case channelDeleted = "channelDeleted"
        case channelMembersAdded = "channelMembersAdded"
        case rolesChanged = "rolesChanged"
        case banChanged = "banChanged"
        case voiceJoined = "voiceJoined"
        case voiceLeft = "voiceLeft"
        case quickMenu = "quickMenu"
        case tokenSent = "tokenSent"
        case coffeeGiven = "coffeeGiven"
        case clanEventChanged = "clanEventChanged"
        case system = "house"
        case unknown = "unknown"
    }

    /// The channel of the event; zero if it belongs to none.
    public var channel: ChannelID {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.channel
        case .delete(let removal): removal.channel
        case .reaction(let reaction): reaction.channel
        case .button(let click): click.channel
        case .channelCreated(let channel), .channelUpdated(let channel), .channelDeleted(let channel),
            .channelMembersAdded(let channel, _, _):
            channel.id
        case .banChanged(let change): change.channel
        case .voiceJoined(let presence), .voiceLeft(let presence): presence.channel
        case .quickMenu(let choice): choice.channel
        case .coffeeGiven(let gift): gift.channel
        case .clanEventChanged(let change): change.event.place
        case .system(let event): event.channel
        case .memberJoined, .memberLeft, .rolesChanged, .tokenSent, .unknown: 0
        }
    }

    /// The clan of the event; zero if it belongs to none or the server does not report it.
    public var clan: ClanID {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.clan
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
        case .coffeeGiven(let gift): gift.clan
        case .clanEventChanged(let change): change.event.clan
        case .system(let event): event.clan
        }
    }

    /// The message that the event concerns; zero for none.
    public var message: MessageID {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.id
        case .delete(let removal): removal.message
        case .reaction(let reaction): reaction.message
        case .button(let click): click.message
        case .system(.response(let response)): response.origin.message
        case .coffeeGiven(let gift): gift.message
        default: 0
        }
    }

    /// The user who caused the event; zero if the server does not report one.
    public var actor: UserID {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.author.id
        case .delete(let removal): removal.sender
        case .reaction(let reaction): reaction.sender
        case .button(let click): click.user
        case .memberJoined(let membership), .memberLeft(let membership): membership.users.first ?? 0
        case .rolesChanged(let change): change.added.first ?? change.removed.first ?? 0
        case .banChanged(let change): change.by
        case .voiceJoined(let presence), .voiceLeft(let presence): presence.user
        case .quickMenu(let choice): choice.user
        case .tokenSent(let transfer): transfer.sender
        case .coffeeGiven(let gift): gift.sender
        case .clanEventChanged(let change): change.user
        case .system(.due(let occurrence)): occurrence.job.user
        case .system(.response(let response)): response.origin.user
        case .system(.activity(let activity)): activity.user
        default: 0
        }
    }

    /// The event's name in listings and traces.
    public var kind: String {
        switch self {
        case .message: "message"
        case .edit: "edit"
        case .delete: "delete"
        case .systemMessage: "system"
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
        case .coffeeGiven: "coffee-given"
        case .clanEventChanged: "clan-event-changed"
        case .system(let event): "system-\(event.kind)"
        case .unknown(let field): "unknown-\(field)"
        }
    }
}

/// The deletion of a message.
public struct Removal: Hashable, Sendable, Codable {
    /// The deleted message.
    public var message: MessageID
    /// The message's clan.
    public var clan: ClanID
    /// The message's channel.
    public var channel: ChannelID
    /// The user id that the server reports with the deletion, taken by clients for the author's; zero if it reports none.
    public var sender: UserID
    /// The time of the deletion; the time of the message if the server reports no other.
    public var at: Date

    /// Creates a deletion.
    public init(message: MessageID, clan: ClanID, channel: ChannelID, sender: UserID = 0, at: Date) {
        self.message = message
        self.clan = clan
        self.channel = channel
        self.sender = sender
        self.at = at
    }
}

/// A press of a button, or a choice in a select.
public struct ButtonClick: Hashable, Sendable, Codable {
    /// The message that carries the component.
    public var message: MessageID
    /// The message's channel.
    public var channel: ChannelID
    /// The component's id.
    public var button: String
    /// The user who pressed it.
    public var user: UserID
    /// The author of the message that carries the component.
    public var messageAuthor: UserID
    /// The current form content as JSON, or the chosen value of a select; may be empty.
    public var extra: String
    /// A Boolean value that indicates whether the server reported a choice in a select. It may also report the same choice as a
    /// press.
    public var isChoice: Bool

    /// Creates a press.
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

/// Users who joined or left a clan.
public struct Membership: Hashable, Sendable, Codable {
    /// The clan.
    public var clan: ClanID
    /// The users.
    public var users: [UserID]
    /// The user's name; known only for a user who joined.
    public var username: String
    /// A Boolean value that indicates whether the server reports a joining user as an application.
    public var isBot: Bool

    /// Creates a membership change.
    public init(clan: ClanID, users: [UserID], username: String = "", isBot: Bool = false) {
        self.clan = clan
        self.users = users
        self.username = username
        self.isBot = isBot
    }
}

/// A user in a voice channel.
public struct VoicePresence: Hashable, Sendable, Codable {
    /// The channel's clan.
    public var clan: ClanID
    /// The voice channel.
    public var channel: ChannelID
    /// The user.
    public var user: UserID

    /// Creates a voice presence.
    public init(clan: ClanID, channel: ChannelID, user: UserID) {
        self.clan = clan
        self.channel = channel
        self.user = user
    }
}
