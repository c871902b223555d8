import ChatModel

extension Facts {
    /// The author of the message that the event is about, if the event names one.
    var messageAuthor: UserID {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): message.author.id
        case .delete: actor
        // The event only says what its sender claims.
        case .reaction(let reaction): earlierMessage?.author.id ?? reaction.messageAuthor
        case .button(let click): click.messageAuthor
        default: 0
        }
    }

    /// The author of the message that the event's message replies to, according to the journal. For a message that the journal does
    /// not have it is the user named by the reply, which its sender may have made up. `nil` if the message is no reply.
    var repliedTo: UserID? {
        guard let reference else { return nil }
        let known = directory.message(reference.message, in: channelID, before: origin ?? sequence)?.author.id
        return known ?? reference.sender
    }

    /// Returns a user's name: as given by the server with the event, otherwise as known to the bot, otherwise as given by the sender
    /// of the message; empty if none is known.
    func name(of user: UserID) -> String {
        let eventName = nameInEvent(of: user)
        guard eventName.isEmpty, !user.isNone else { return eventName }
        let known = person(user)?.name ?? ""
        return known.isEmpty ? nameInMessage(of: user) : known
    }

    /// Returns the known names of a user whom the event does not name.
    func person(_ user: UserID) -> Author? {
        if case .delete = event, let author = earlierMessage?.author, author.id == user, !author.name.isEmpty { return author }
        return directory.person(user, clan)
    }

    private func nameInEvent(of user: UserID) -> String {
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message):
            return message.author.id == user ? message.author.name : ""
        case .reaction(let reaction): return reaction.sender == user ? reaction.senderName : ""
        case .memberJoined(let membership): return membership.users.first == user ? membership.username : ""
        default: return ""
        }
    }

    /// Returns a user's name in the replies and mentions of the message, which its sender has written.
    private func nameInMessage(of user: UserID) -> String {
        message?.references.first { $0.sender == user }?.senderName ?? message?.mentions.first { $0.user == user }?.username ?? ""
    }

    /// Returns a user's name, or the id if no name is known.
    func handle(of user: UserID) -> String {
        let name = name(of: user)
        return name.isEmpty ? "\(user)" : name
    }

    /// The current message as evidence.
    var evidence: Evidence? {
        guard let message else { return nil }
        return Evidence(
            message: message.id, channel: message.channel, author: message.author.id, text: message.text,
            attachments: message.attachments.map(\.url), at: now)
    }
}
