/// A user's choice from the quick menu.
public struct MenuChoice: Hashable, Sendable, Codable {
    /// The channel's clan.
    public var clan: ClanID
    /// The channel in which the menu was used.
    public var channel: ChannelID
    /// The name of the chosen entry.
    public var menu: String
    /// The user who chose it.
    public var user: UserID
    /// The topic in which the menu was used; zero for none.
    public var topic: TopicID
    /// The text that the user's client sent with the choice. If the menu belongs to a message, that is the message's text; its author
    /// need not be the user.
    public var text: String

    /// Creates a menu choice.
    public init(clan: ClanID, channel: ChannelID, menu: String, user: UserID, topic: TopicID = 0, text: String = "") {
        self.clan = clan
        self.channel = channel
        self.menu = menu
        self.user = user
        self.topic = topic
        self.text = text
    }
}
