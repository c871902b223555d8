import ChatModel

extension Event {
    /// The users who take part in the event, as far as it names them.
    var people: [Author] {
        switch self {
        case .message(let message), .edit(let message):
            [message.author]
                + message.mentions.filter { $0.role.isNone && $0.user != Mention.everyone && !$0.user.isNone }
                .map { Author(id: $0.user, username: $0.username) }
        case .reaction(let reaction): [Author(id: reaction.sender, username: reaction.senderName)]
        case .button(let click): [Author(id: click.user, username: "")]
        case .memberJoined(let joined): joined.users.map { Author(id: $0, username: joined.username) }
        case .memberLeft(let left): left.users.map { Author(id: $0, username: "") }
        case .rolesChanged(let change): (change.added + change.removed).map { Author(id: $0, username: "") }
        case .banChanged(let change): change.users.map { Author(id: $0, username: "") }
        case .voiceJoined(let presence), .voiceLeft(let presence): [Author(id: presence.user, username: "")]
        case .tokenSent(let transfer): [Author(id: transfer.sender, username: transfer.senderName)]
        case .coffeeGiven(let gift): [Author(id: gift.sender, username: "")]
        case .system(.activity(let activity)): [Author(id: activity.user, username: "")]
        case .quickMenu(let choice): [Author(id: choice.user, username: "")]
        default: []
        }
    }
}
