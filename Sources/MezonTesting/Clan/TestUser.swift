public import BotKit
import Foundation
import LocalGateway
import MezonWire

/// A person of a test clan. Whatever they do returns what bots and rules ask for because of it.
public struct TestUser: Sendable {
    public let name: String
    public let id: UserID
    let clan: TestClan

    /// Says something. `@name` of somebody known mentions them, as choosing them in Mezon's list does; `@here` mentions
    /// everybody.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func says(_ text: String, in channel: String = "general", replyingTo message: Message? = nil) async throws -> [Action]
    {
        let place = try clan.place(channel)
        let (draft, people) = mentioning(text)
        let request = Outgoing.Request.send(draft, answering: message.map(Reference.init(to:)), topic: 0)
        return try await asks(for: request, in: place, "#\(channel) \(name): \(ClanWords.quoted(text))", with: people)
    }

    /// Changes a message of theirs; their newest where none is named. The server tells edits apart by the second, so a second
    /// edit waits for the next one.
    @discardableResult
    public func edits(_ message: Message? = nil, _ text: String, in channel: String = "general") async throws -> [Action] {
        let message = try message ?? newest(in: channel, "nothing was said by \(name)") { $0.author.id == id }
        let (draft, people) = mentioning(text)
        if message.updatedAt > message.createdAt, clan.now.timeIntervalSince(message.updatedAt) < 1 {
            try await clan.advance(by: .seconds(1))
        }
        return try await asks(
            for: .edit(message.id, draft, topic: message.topic), about: message, "edits to \(ClanWords.quoted(text))",
            with: people)
    }

    /// Removes a message of theirs; their newest where none is named.
    @discardableResult
    public func deletes(_ message: Message? = nil, in channel: String = "general") async throws -> [Action] {
        let message = try message ?? newest(in: channel, "nothing was said by \(name)") { $0.author.id == id }
        return try await asks(for: .delete(message.id, topic: message.topic), about: message, "deletes")
    }

    /// Puts an emoji on a message; on the newest of others where none is named.
    @discardableResult
    public func reacts(
        _ emoji: String, to message: Message? = nil, in channel: String = "general"
    ) async throws -> [Action] {
        let message = try message ?? newest(in: channel, "nobody said anything") { $0.author.id != id }
        return try await asks(
            for: .react(emoji, message: message.id, author: message.author.id), about: message, "puts \(emoji) on")
    }

    /// Takes an emoji back.
    @discardableResult
    public func unreacts(_ emoji: String, from message: Message) async throws -> [Action] {
        try await asks(
            for: .unreact(emoji, message: message.id, author: message.author.id), about: message, "takes \(emoji) off")
    }

    /// Presses a button, by its id, of a message; of the newest that the bot wrote where none is named.
    @discardableResult
    public func presses(
        _ button: String, of message: Message? = nil, in channel: String = "general"
    ) async throws -> [Action] {
        try await interacts(with: message, in: channel, "presses \(button) of") { message in
            var click = RtMessageButtonClicked()
            click.channelID = message.channel.rawValue
            click.messageID = message.id.rawValue
            click.buttonID = button
            return .messageButtonClicked(click)
        }
    }

    /// Chooses values in a select, by its id, of a message; of the newest that the bot wrote where none is named.
    @discardableResult
    public func chooses(
        _ values: [String], from select: String, of message: Message? = nil, in channel: String = "general"
    ) async throws -> [Action] {
        try await interacts(with: message, in: channel, "chooses \(values.joined(separator: ", ")) from \(select) of") {
            message in
            var choice = RtDropdownBoxSelected()
            choice.channelID = message.channel.rawValue
            choice.messageID = message.id.rawValue
            choice.selectboxID = select
            choice.values = values
            return .dropdownBoxSelected(choice)
        }
    }

    /// Joins the clan as somebody new.
    @discardableResult
    public func joins() async throws -> [Action] { try await clan.welcome(self) }

    /// Leaves the clan.
    @discardableResult
    public func leaves() async throws -> [Action] {
        let place = Channel(id: 0, clan: clan.id, label: "")
        return try await asks(for: .member(.kick(id, of: clan.id, reason: "")), in: place, "\(name) leaves")
    }

    private func interacts(
        with message: Message?, in channel: String, _ words: String,
        _ request: @Sendable (Message) -> RtEnvelope.OneOf_Message
    ) async throws -> [Action] {
        let me = clan.user(ClanScript.bot).id
        let message = try message ?? newest(in: channel, "the bot said nothing") { $0.author.id == me }
        var envelope = RtEnvelope()
        envelope.message = request(message)
        let (now, id) = (clan.now, id)
        return try await clan.perform("\(name) \(words) \(message.id)", as: self) { [envelope] world in
            try world.carryOut(.envelope(envelope), as: id, at: now).heard
        }
    }

    private func asks(for request: Outgoing.Request, about message: Message, _ words: String, with people: [TestUser] = [])
        async throws -> [Action]
    {
        let place = Channel(id: message.channel, clan: message.clan, label: message.channelLabel)
        return try await asks(for: request, in: place, "#\(place.label) \(name) \(words) \(message.id)", with: people)
    }

    private func asks(for request: Outgoing.Request, in place: Channel, _ words: String, with people: [TestUser] = [])
        async throws -> [Action]
    {
        let (now, id) = (clan.now, id)
        let carriage = Carriage(Outgoing(channel: place.id, request: request), in: place, at: now)
        return try await clan.perform(words, as: self, with: people) { world in
            try world.carryOut(carriage, as: id, at: now).heard
        }
    }

    private func newest(in channel: String, _ otherwise: String, _ fits: (Message) -> Bool) throws -> Message {
        guard let message = try clan.messages(in: channel).last(where: fits) else {
            throw TestClanError.noMessage("\(otherwise) in #\(channel)")
        }
        return message
    }

    /// A text with its mentions, and whom it mentions.
    private func mentioning(_ text: String) -> (draft: Draft, people: [TestUser]) {
        var mentions: [Mention] = []
        var people: [TestUser] = []
        var rest = text[...]
        while let at = rest.firstIndex(of: "@") {
            rest = rest[rest.index(after: at)...]
            let start = text.utf16.distance(from: text.startIndex, to: at)
            if rest.hasPrefix("here") {
                mentions.append(Mention(user: Mention.everyone, username: "here", range: TextRange(start, start + 5)))
            } else if let user = clan.knownUsers.first(where: { rest.hasPrefix($0.name) }) {
                let end = start + 1 + user.name.utf16.count
                mentions.append(Mention(user: user.id, username: user.name, range: TextRange(start, end)))
                people.append(user)
            }
        }
        return (Draft(Content(text), mentions: mentions), people)
    }
}
