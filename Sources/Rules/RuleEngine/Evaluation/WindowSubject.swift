import ChatModel

/// The subject of a sliding window: the ids that the window's scope tells apart; zero for the others.
///
/// It is to a window what the text of `SubjectScope` is to an entry of the rule state. Every message makes one for each window, so
/// it is no text.
package struct WindowSubject: Hashable, Sendable {
    private let user: UserID
    private let channel: ChannelID
    private let clan: ClanID

    init(_ scope: SubjectScope, user: UserID, channel: ChannelID, clan: ClanID) {
        self.user = scope.contains(.user) ? user : 0
        let isConversation = clan.isNone && scope.isDisjoint(with: [.user, .channel])
        self.channel = scope.contains(.channel) || isConversation ? channel : 0
        self.clan = scope.contains(.clan) || !scope.contains(.channel) ? clan : 0
    }
}
