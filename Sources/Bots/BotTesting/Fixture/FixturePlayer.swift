import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonTestGateway

/// A player that runs the lines of a fixture in a test clan.
final class FixturePlayer {
    private struct SentMessage {
        var id: MessageID
        var channel: String
    }

    /// The event whose consequences are being collected.
    private struct Open {
        var number: Int
        var line: Int
        var asked: [RequestedAction] = []
        /// The indices of requested actions whose message already has a name.
        var named: Set<Int> = []
    }

    let clan: TestClan
    /// A Boolean value that indicates whether an event whose time has passed occurs at once, because pauses come between events.
    var mayBeLate = false
    private let start: Date
    private var people: [String: TestUser]
    private var said: [String: SentMessage] = [:]
    private var names = FixtureNames()
    private var open: Open?
    /// The expectation for the open event, with its line.
    private var expectation: (line: Int, expected: [ActionFields]?, never: [ForbiddenAction])?
    private var outcome = FixtureOutcome()

    init(_ script: TestClanSetup, _ plan: CompiledConfiguration, shuffling: UInt64? = nil) async throws {
        let clan = try await TestClan(script, plan, shuffling: shuffling)
        self.clan = clan
        start = script.start
        people = Dictionary(uniqueKeysWithValues: script.people.map { ($0.id, clan.user($0.name)) })
        people[TestClanSetup.bot] = clan.user(TestClanSetup.bot)
        for (id, user) in people { names.users[user.id] = id }
        for name in clan.names.configured(.channels) { names.channels[clan.channel(name)] = name }
        for name in clan.names.configured(.roles) { names.roles[clan.role(name)] = name }
        for place in script.channels { names.channels[clan.channel(place.name)] = place.name }
        for role in Set(script.people.flatMap(\.roles)) { names.roles[clan.role(role)] = role }
    }

    /// Plays all lines.
    ///
    /// - Throws: `FixtureError` with the line that the clan rejects.
    func play(_ lines: [(number: Int, line: FixtureLine)]) async throws -> FixtureOutcome {
        for (number, line) in lines {
            do {
                try await play(line, number)
            } catch let error as TestClanError {
                throw FixtureError.mistakes([FixtureError.Cause(line: number, message: "\(error)")])
            }
        }
        close()
        outcome.transcript = clan.transcript
        return outcome
    }

    private func play(_ line: FixtureLine, _ number: Int) async throws {
        switch line {
        case .clan: break
        case .event(let event):
            try await play(event, line: number)
        case .expectation(_, let expected, let never): expectation = (number, expected, never)
        case .fault(let nth, .send(let fault)): clan.fail(send: nth, with: fault)
        case .fault(let nth, .commit): await clan.fail(commit: nth)
        case .http(let url, let outcome): answer(outcome, at: url)
        case .restart(let isKilled):
            let asked = try await clan.runtime.restart(isKilled: isKilled)
            open?.asked += asked
        }
    }

    /// The actions requested after each closed event.
    var found: [Int: [ActionFields]] { outcome.found }

    /// Returns all texts in the buttons, selects and embeds of a message, including their ids.
    func components(of name: String) -> Set<String> {
        guard let said = said[name] else { return [] }
        let channel = clan.channel(said.channel)
        let message = clan.runtime.sender.gateway { $0.message(said.id, in: channel) }
        return JSONValue.object(message?.content.extras ?? [:]).texts
    }

    /// Sets the response of a web address from now on.
    func answer(_ outcome: HTTPOutcome, at url: String) { clan.runtime.web.set(outcome, at: url) }

    /// Plays an event. Actions that become due before it belong to the previous event.
    func play(_ event: FixtureLine.Event, line: Int) async throws {
        if let at = event.at {
            let wait = start.addingTimeInterval(at / .seconds(1)).timeIntervalSince(clan.now)
            guard wait > -0.001 || mayBeLate else {
                throw TestClanError.refused(who: "the fixture", why: "its clock is already past that time")
            }
            let asked = try await clan.runtime.advance(by: .milliseconds((wait * 1000).rounded()))
            open?.asked += asked
        }
        if let number = event.number {
            close()
            open = Open(number: number, line: line)
            outcome.events += 1
        }
        let asked = try await perform(event.operation)
        open?.asked += asked
        nameAnswers()
    }

    /// Closes the open event: names the bot's messages and compares the actions.
    ///
    /// - Returns: The actions requested after it.
    @discardableResult
    func close() -> [ActionFields] {
        nameAnswers()
        guard let open else { return [] }
        let found = open.asked.map { asked in
            var fields = names.form(of: asked)
            fields.author = asked.author
            return fields
        }
        outcome.found[open.number] = found
        let expected = expectation.map(\.expected) ?? []
        let never = expectation?.never ?? []
        let fits = expected.map { $0.count == found.count && zip($0, found).allSatisfy { $0.matches($1) } } ?? true
        if !fits || found.contains(where: { action in never.contains { $0.matches(action) } }) {
            outcome.differences.append(
                FixtureOutcome.Difference(
                    line: expectation?.line ?? open.line, after: open.number, expected: expected?.map(\.text),
                    forbidden: never.map(\.description), found: found.map(\.text), authors: found.map { $0.author ?? "" }))
        }
        self.open = nil
        expectation = nil
        return found
    }

    /// Names the messages that the bot has sent because of the open event. Messages still on their way are named later.
    private func nameAnswers() {
        guard let open else { return }
        let me = clan.user(TestClanSetup.bot).id
        var count = 0
        for (index, asked) in open.asked.enumerated() {
            guard let channel = asked.destination else { continue }
            count += 1
            let messages = clan.runtime.sender.gateway { $0.messages(in: channel, limit: 100) }
            let message = messages.first {
                $0.author.id == me && names.messages[$0.id] == nil && $0.text == asked.draft?.content.text
            }
            guard let message, !open.named.contains(index) else { continue }
            self.open?.named.insert(index)
            let name = FixtureNames.answer(count, after: open.number)
            names.messages[message.id] = name
            names.answers[message.id] = message.references.first?.message
            said[name] = SentMessage(id: message.id, channel: names.channels[channel] ?? "")
        }
    }

    private func perform(_ operation: FixtureLine.Operation) async throws -> [RequestedAction] {
        switch operation {
        case .message(let name, let by, let channel, let text, let mentions, let answering):
            guard said[name] == nil else { throw TestClanError.noMessage("the message id '\(name)' is used twice") }
            let answered = try answering.map { try message($0).message }
            let user = try person(by)
            let content = mentions.map { draft(text, $0) } ?? user.mentioning(text)
            let (asked, id) = try await user.act(
                .send(content.draft, answering: answered.map(Reference.init(to:)), topic: 0), in: try clan.place(channel),
                "#\(channel) \(user.name): \(TranscriptFormatter.quoted(text))", with: content.people)
            if let id {
                said[name] = SentMessage(id: id, channel: channel)
                names.messages[id] = name
            }
            // The message has a name only now, after the actions that it caused.
            return asked
        case .edit(let name, let text, let mentions):
            let (message, author) = try message(name)
            let content = mentions.map { draft(text, $0) } ?? author.mentioning(text)
            return try await author.edit(message, content)
        case .delete(let name):
            let (message, author) = try message(name)
            return try await author.act(.delete(message.id, topic: message.topic), about: message, "deletes").asked
        case .reaction(let name, let by, let emoji, let isRemoval):
            let (message, author) = try message(name)
            let request: ResolvedAction.Request =
                isRemoval
                ? .unreact(emoji, message: message.id, author: author.id) : .react(emoji, message: message.id, author: author.id)
            return try await person(by).act(request, about: message, "\(isRemoval ? "takes" : "puts") \(emoji)").asked
        case .button(let button, let name, let by, let values):
            return try await person(by).interact(with: message(name).message, button, values)
        case .join(let id, let place):
            let user = people[id] ?? clan.user(id)
            people[id] = user
            names.users[user.id] = id
            return try await clan.welcome(user, to: place)
        case .leave(let id, let place): return try await person(id).leave(place)
        case .role(let role, let id, let isTaken, let place):
            names.roles[clan.role(role)] = role
            return try await clan.change(role, of: person(id), isTaken: isTaken, in: place)
        case .ban(let id, let channel, let length, let isLifted):
            return try await clan.ban(person(id), in: channel, for: length, isLifted: isLifted)
        case .voice(let id, let channel, let isLeaving): return try await clan.talk(!isLeaving, person(id), in: channel)
        case .presence(let id, let isLeaving): return try await person(id).show(isOnline: !isLeaving)
        case .typing(let id, let channel): return try await person(id).type(in: channel)
        case .tokens(let amount, let note, let by): return try await person(by).sendTokens(amount, note: note)
        case .coffee(let name, let by): return try await person(by).giveCoffee(for: message(name).message)
        case .menu(let menu, let by, let channel): return try await person(by).choose(menu, in: channel)
        case .calendar(.created(let delay, let channel), let title):
            return try await clan.create(
                title, startingAt: clan.now.addingTimeInterval(delay / .seconds(1)), in: channel)
        case .calendar(.renamed(let other), let title): return try await clan.change(title, to: other)
        case .calendar(.deleted, let title): return try await clan.change(title, to: nil)
        case .clock(let duration): return try await clan.runtime.advance(by: duration)
        }
    }

    private func person(_ id: String) throws -> TestUser {
        guard let user = people[id] else { throw TestClanError.noMessage("unknown user '\(id)'") }
        return user
    }

    private func message(_ name: String) throws -> (message: Message, author: TestUser) {
        guard let said = said[name] else { throw TestClanError.noMessage("unknown message '\(name)'") }
        let channel = clan.channel(said.channel)
        guard let message = clan.runtime.sender.gateway({ $0.message(said.id, in: channel) }) else {
            throw TestClanError.noMessage("the message '\(name)' was deleted")
        }
        return (message, TestUser(name: message.author.username, id: message.author.id, clan: clan))
    }

    /// Returns a text with mentions given separately; a user who is only mentioned becomes known.
    private func draft(_ text: String, _ mentions: [FixtureLine.MentionFields]) -> (draft: Draft, people: [TestUser]) {
        var users: [TestUser] = []
        for form in mentions where people[form.user] == nil {
            let name = form.range.slice(of: text).map { $0.drop { $0 == "@" } }.map(String.init) ?? form.user
            let user = clan.user(name)
            people[form.user] = user
            names.users[user.id] = form.user
        }
        let list = mentions.compactMap { form -> Mention? in
            guard let user = people[form.user] else { return nil }
            users.append(user)
            return Mention(user: user.id, username: user.name, range: form.range)
        }
        return (Draft(Content(text), mentions: list), users)
    }
}

extension JSONValue {
    var texts: Set<String> {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.texts) }
        case .object(let object): object.values.reduce(into: []) { $0.formUnion($1.texts) }
        case .null, .bool, .integer, .number: []
        }
    }
}
