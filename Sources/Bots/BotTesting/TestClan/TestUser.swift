public import BotKit
import Foundation
import MezonProtocol
import MezonTestGateway
import Synchronization

/// A user of a test clan. Each operation returns the actions that bots and rules request because of it.
public struct TestUser: Sendable {
    /// The user's name.
    public let name: String
    /// The user's id, derived from the name.
    public let id: UserID
    let clan: TestClan

    /// Sends a message. `@name` of a known user mentions them, as choosing them from Mezon's list does; `@here` mentions
    /// everyone.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func says(
        _ text: String, in channel: String = "general", replyingTo message: Message? = nil, attaching files: [Attachment] = []
    ) async throws -> [Action] {
        var (draft, people) = mentioning(text)
        draft.attachments = files
        let request = ResolvedAction.Request.send(draft, answering: message.map(Reference.init(to:)), topic: 0)
        let words = "#\(channel) \(name): \(TranscriptFormatter.quoted(text))"
        return try await act(request, in: try clan.place(channel), words, with: people).asked.map(\.action)
    }

    /// Sends a draft: a poll, a location or a contact.
    @discardableResult
    public func sends(_ draft: Draft, in channel: String = "general") async throws -> [Action] {
        let words = "#\(channel) \(name): \(draft.kind?.rawValue ?? TranscriptFormatter.quoted(draft.content.text))"
        return try await act(.send(draft, answering: nil, topic: 0), in: try clan.place(channel), words).asked.map(\.action)
    }

    /// Edits one of the user's messages. The server distinguishes edits by the second, so a second edit waits for the next one.
    @discardableResult
    public func edits(_ message: Message, _ text: String) async throws -> [Action] {
        try await edit(message, mentioning(text)).map(\.action)
    }

    /// Edits the user's latest message.
    @discardableResult
    public func edits(_ text: String, in channel: String = "general") async throws -> [Action] {
        try await edits(newest(in: channel, "\(name) sent no message") { $0.author.id == id }, text)
    }

    /// Deletes one of the user's messages; the latest if none is given.
    @discardableResult
    public func deletes(_ message: Message? = nil, in channel: String = "general") async throws -> [Action] {
        let message = try message ?? newest(in: channel, "\(name) sent no message") { $0.author.id == id }
        return try await act(.delete(message.id, topic: message.topic), about: message, "deletes").asked.map(\.action)
    }

    /// Adds an emoji to a message; to the latest of another user if none is given.
    @discardableResult
    public func reacts(
        _ emoji: String, to message: Message? = nil, in channel: String = "general"
    ) async throws -> [Action] {
        let message = try message ?? newest(in: channel, "no other user sent a message") { $0.author.id != id }
        let request = ResolvedAction.Request.react(emoji, message: message.id, author: message.author.id)
        return try await act(request, about: message, "adds \(emoji) to").asked.map(\.action)
    }

    /// Removes an emoji.
    @discardableResult
    public func unreacts(_ emoji: String, from message: Message) async throws -> [Action] {
        let request = ResolvedAction.Request.unreact(emoji, message: message.id, author: message.author.id)
        return try await act(request, about: message, "removes \(emoji) from").asked.map(\.action)
    }

    /// Presses a button, given by its label or id, of a message; by default of the bot's latest message that carries it.
    ///
    /// - Parameters:
    ///   - button: The label or id of the button.
    ///   - message: The message with the button; nil for the bot's latest message that carries it.
    ///   - channel: The name of the channel in which the latest message is looked for.
    ///   - fields: The values that the user enters into the message's form.
    @discardableResult
    public func presses(
        _ button: String, of message: Message? = nil, in channel: String = "general", filling fields: [String: String] = [:]
    ) async throws -> [Action] {
        try await interact(with: message ?? newestOfBot(in: channel, carrying: button), button, nil, filling: fields).map(
            \.action)
    }

    /// Chooses values in a select, given by its id or placeholder, of a message; by default of the bot's latest message that
    /// carries it. A value may be given by its label.
    @discardableResult
    public func chooses(
        _ values: [String], from select: String, of message: Message? = nil, in channel: String = "general"
    ) async throws -> [Action] {
        try await interact(with: message ?? newestOfBot(in: channel, carrying: select), select, values).map(\.action)
    }

    /// Joins the clan as a new member.
    @discardableResult
    public func joins() async throws -> [Action] { try await clan.welcome(self).map(\.action) }

    /// Leaves the clan.
    @discardableResult
    public func leaves() async throws -> [Action] { try await leave().map(\.action) }

    func edit(_ message: Message, _ content: (draft: Draft, people: [TestUser])) async throws -> [RequestedAction] {
        var waited: [RequestedAction] = []
        if message.updatedAt > message.createdAt, clan.now.timeIntervalSince(message.updatedAt) < 1 {
            waited = try await clan.runtime.advance(by: .seconds(1))
        }
        let words = "edits to \(TranscriptFormatter.quoted(content.draft.content.text))"
        return try await waited
            + act(.edit(message.id, content.draft, topic: message.topic), about: message, words, with: content.people).asked
    }

    /// Presses a button, or chooses values in a select.
    func interact(
        with message: Message, _ component: String, _ values: [String]?, filling fields: [String: String] = [:]
    ) async throws -> [RequestedAction] {
        let named = NamedComponent(component, of: message.content)
        let component = named.id
        var envelope = RtEnvelope()
        if let values {
            var choice = RtDropdownBoxSelected()
            choice.channelID = message.channel.rawValue
            choice.messageID = message.id.rawValue
            choice.selectboxID = component
            choice.values = values.map(named.value)
            envelope.message = .dropdownBoxSelected(choice)
        } else {
            var click = RtMessageButtonClicked()
            click.channelID = message.channel.rawValue
            click.messageID = message.id.rawValue
            click.buttonID = component
            if !fields.isEmpty { click.extraData = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self) }
            envelope.message = .messageButtonClicked(click)
        }
        let words = values.map { "chooses \($0.joined(separator: ", ")) in" } ?? "presses"
        let (now, id) = (clan.now, id)
        return try await clan.perform("\(name) \(words) \(component) of \(message.id)", as: self) { [envelope] gateway in
            try gateway.perform(.envelope(envelope), as: id, at: now).pushes
        }
    }

    func leave(_ name: String? = nil) async throws -> [RequestedAction] {
        let place = clan.clanID(name)
        return try await act(
            .member(.kick(id, of: place, reason: "")), in: Channel(id: 0, clan: place, label: ""), "\(self.name) leaves"
        ).asked
    }

    func act(
        _ request: ResolvedAction.Request, about message: Message, _ words: String, with people: [TestUser] = []
    ) async throws -> (asked: [RequestedAction], message: MessageID?) {
        let place = Channel(id: message.channel, clan: message.clan, label: message.channelLabel)
        return try await act(request, in: place, "#\(place.label) \(name) \(words) \(message.id)", with: people)
    }

    /// Performs a request as the user.
    ///
    /// - Returns: The actions requested because of it, and the id of the resulting message.
    func act(
        _ request: ResolvedAction.Request, in place: Channel, _ words: String, with people: [TestUser] = []
    ) async throws -> (asked: [RequestedAction], message: MessageID?) {
        let (now, id) = (clan.now, id)
        let carriage = RequestTransport(ResolvedAction(channel: place.id, request: request), in: place, at: now)
        let said = TestMessage()
        let asked = try await clan.perform(words, as: self, with: people) { gateway in
            let result = try gateway.perform(carriage, as: id, at: now)
            said.id.withLock { $0 = result.message }
            return result.pushes
        }
        return (asked, said.id.withLock { $0 })
    }

    private func newestOfBot(in channel: String, carrying component: String) throws -> Message {
        let me = clan.user(TestClanSetup.bot).id
        let carrier = try clan.messages(in: channel).last {
            $0.author.id == me && NamedComponent(component, of: $0.content).exists
        }
        return try carrier ?? newest(in: channel, "the bot sent no message") { $0.author.id == me }
    }

    private func newest(in channel: String, _ otherwise: String, _ fits: (Message) -> Bool) throws -> Message {
        guard let message = try clan.messages(in: channel).last(where: fits) else {
            throw TestClanError.noMessage("\(otherwise) in #\(channel)")
        }
        return message
    }

    /// Returns a text with its mentions, and the mentioned users.
    func mentioning(_ text: String) -> (draft: Draft, people: [TestUser]) {
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

/// The id of the message that a request resulted in.
private final class TestMessage: Sendable {
    let id = Mutex<MessageID?>(nil)
}
