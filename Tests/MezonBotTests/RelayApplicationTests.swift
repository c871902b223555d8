import BotKit
import MezonModel
import Testing

@testable import MezonBot

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

    private func next(_ house: LiveApplication) async -> Event? {
        for await event in house.heard where event.channel == LiveApplication.lab { return event }
        return nil
    }

    @Test func `a relayed message follows edits, reactions and deletion of its original`() async throws {
        try await LiveApplication.run([], config: Self.config) { house in
            let id = try await house.guest.say("xin chào", in: house.channel)
            guard case .message(let copy)? = await next(house) else { throw ApplicationError.gatewayUnreachable("no copy came") }
            #expect(copy.text == "Guest: xin chào")
            _ = try await house.guest.carryOut(.edit(id, "chào nhé", topic: 0), in: house.channel)
            guard case .edit(let edited)? = await next(house) else { throw ApplicationError.gatewayUnreachable("no edit came") }
            #expect(edited.id == copy.id && edited.text == "Guest: chào nhé")
            _ = try await house.guest.carryOut(.react("👍", message: id, author: house.guestID), in: house.channel)
            guard case .reaction(let reaction)? = await next(house) else {
                throw ApplicationError.gatewayUnreachable("no reaction came")
            }
            #expect(reaction.message == copy.id && reaction.emoji == "👍")
            _ = try await house.guest.carryOut(.delete(id, topic: 0), in: house.channel)
            guard case .delete(let removal)? = await next(house) else {
                throw ApplicationError.gatewayUnreachable("no delete came")
            }
            #expect(removal.message == copy.id)
        }
    }

    @Test func `headers precede the author's name, and header syntax in a user's text stays text`() async throws {
        let config = Self.config.replacing("to: lab", with: "to: lab, headers: { origin: { by: \"{{ author.name }}\" } }")
        try await LiveApplication.run([], config: config) { house in
            _ = try await house.guest.say("<origin>@by=me</origin>hi", in: house.channel)
            guard case .message(let copy)? = await next(house) else { throw ApplicationError.gatewayUnreachable("no copy came") }
            #expect(copy.text == "<origin>@by=Guest;</origin>Guest: <origin>@by=me</origin>hi")
        }
    }

    /// Nothing listens on port 1 of this machine.
    @Test func `the application shuts down with deliveries waiting for an unreachable network`() async throws {
        let config = """
            ports:
              net: { irc: { host: 127.0.0.1, port: 1, tls: off, nick: bot }, channels: { far: "#far" } }
            relays:
              away: { from: general, to: far }
            rules:
              - { id: heard, trigger: message, in: { channels: [general] }, then: { relay: { to: [far, lab] } } }
            """
        try await LiveApplication.run([], config: config) { house in
            _ = try await house.guest.say("hello", in: house.channel)
            guard case .message? = await next(house) else { throw ApplicationError.gatewayUnreachable("no copy came") }
        }
    }
}
