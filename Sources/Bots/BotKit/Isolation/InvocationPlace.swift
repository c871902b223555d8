/// The clan of an invocation; in a direct conversation, which belongs to no clan, the conversation.
package struct InvocationPlace: Hashable, Comparable, Sendable {
    package let clan: ClanID
    /// The conversation outside of clans; zero within a clan.
    package let conversation: ChannelID

    package init(clan: ClanID, channel: ChannelID = 0) {
        self.clan = clan
        conversation = clan.isNone ? channel : 0
    }

    init(_ event: Event, _ channel: (ChannelID) -> Channel?) {
        self.init(clan: event.clan(channel), channel: event.channel)
    }

    package static func < (left: InvocationPlace, right: InvocationPlace) -> Bool {
        (left.clan, left.conversation) < (right.clan, right.conversation)
    }
}
