import BotKit
import ChatModel
import Testing

@testable import MezonBotApp

/// Tests relaying over real sockets.
@Suite(.timeLimit(.minutes(15)))
struct RelayApplicationTests {
    private static let config = """
        rules:
          - id: to-lab
            trigger: [message, edit, delete, reaction]
            in: { channels: [general] }
            then: { relay: { to: lab } }
        """

    private func next(_ application: LiveApplication) async -> Event? {
        for await event in application.heard where event.channel == LiveApplication.lab { return event }
        return nil
    }

    @Test func `a relayed message follows edits, reactions and deletion of its original`() async throws {
        try await LiveApplication.run([], config: Self.config) { application in
            let id = try await application.guest.say("xin chào", in: application.channel)
            guard case .message(let copy)? = await next(application) else {
                throw ApplicationError.gatewayUnreachable("no copy came")
            }
            #expect(copy.text == "Guest: xin chào")
            _ = try await application.guest.carryOut(.edit(id, "chào nhé", topic: 0), in: application.channel)
            guard case .edit(let edited)? = await next(application) else {
                throw ApplicationError.gatewayUnreachable("no edit came")
            }
            #expect(edited.id == copy.id && edited.text == "Guest: chào nhé")
            _ = try await application.guest.carryOut(
                .react("👍", message: id, author: application.guestID), in: application.channel)
            guard case .reaction(let reaction)? = await next(application) else {
                throw ApplicationError.gatewayUnreachable("no reaction came")
            }
            #expect(reaction.message == copy.id && reaction.emoji == "👍")
            _ = try await application.guest.carryOut(.delete(id, topic: 0), in: application.channel)
            guard case .delete(let removal)? = await next(application) else {
                throw ApplicationError.gatewayUnreachable("no delete came")
            }
            #expect(removal.message == copy.id)
        }
    }

    @Test func `headers precede the author's name, and header syntax in a user's text stays text`() async throws {
        let config = Self.config.replacing("to: lab", with: "to: lab, headers: { origin: { by: \"{{ author.name }}\" } }")
        try await LiveApplication.run([], config: config) { application in
            _ = try await application.guest.say("<origin>@by=me</origin>hi", in: application.channel)
            guard case .message(let copy)? = await next(application) else {
                throw ApplicationError.gatewayUnreachable("no copy came")
            }
            #expect(copy.text == "<origin>@by=Guest;</origin>Guest: <origin>@by=me</origin>hi")
        }
    }

    /// Nothing listens on port 1 of this machine.
    @Test func `the application shuts down with deliveries waiting for an unreachable network`() async throws {
        let config = """
            connections:
              net: { irc: { host: 127.0.0.1, port: 1, tls: off, nick: bot }, channels: { far: "#far" } }
            relays:
              away: { from: general, to: far }
            rules:
              - { id: heard, trigger: message, in: { channels: [general] }, then: { relay: { to: [far, lab] } } }
            """
        try await LiveApplication.run([], config: config) { application in
            _ = try await application.guest.say("hello", in: application.channel)
            guard case .message? = await next(application) else { throw ApplicationError.gatewayUnreachable("no copy came") }
        }
    }
}
