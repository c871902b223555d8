import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Tests threads, locks and nicknames over real sockets with a test gateway.
struct ChannelActionsApplicationTests {
    private static let config = """
        rules:
          - id: ticket
            trigger: { command: ticket }
            then: { thread: { name: "ticket {{ author.username }}", from: message, text: "{{ command.args }}" } }
          - id: done
            trigger: { command: done }
            then: [{ archive_thread: "ticket {{ author.username }}" }, { reply: archived }]
          - id: name
            trigger: { command: name }
            then: [nickname: Helper, reply: renamed]
          - id: rooms
            mode: enforce
            trigger: { command: room }
            then: [{ set_status: "busy with {{ command.args }}" }, { create_channel: "{{ command.args }}" }, { reply: created }]
          - id: shut
            mode: enforce
            trigger: channel_created
            then: archive_channel
          - id: lock
            mode: enforce
            trigger: { command: lock }
            then: [lock: 30m, reply: locked]
        """

    /// Returns the next message of another user with its channel.
    private func message(_ running: LiveApplication) async -> Message? {
        for await event in running.heard {
            if case .message(let message) = event, message.author.id != running.guestID { return message }
        }
        return nil
    }

    @Test(.timeLimit(.minutes(15)))
    func `a thread is opened with its message, continued, archived and opened again`() async throws {
        try await LiveApplication.run([], config: Self.config) { running in
            let asked = try await running.guest.say("*ticket printer", in: running.channel)
            let first = try #require(await message(running))
            #expect(first.text == "printer" && first.channel != running.channel.id)
            #expect(first.references.first?.message == asked)
            try await running.guest.say("*ticket still", in: running.channel)
            #expect(await message(running)?.channel == first.channel)
            #expect(try await running.answer(to: "*done") == "archived")
            try await running.guest.say("*ticket again", in: running.channel)
            #expect(await message(running)?.channel == first.channel)
        }
    }

    @Test(.timeLimit(.minutes(15))) func `the bot renames itself`() async throws {
        try await LiveApplication.run([], config: Self.config) { running in
            try await running.guest.say("*name", in: running.channel)
            #expect(await message(running)?.text == "renamed")
            try await running.guest.say("*name", in: running.channel)
            #expect(await message(running)?.author.clanNick == "Helper")
        }
    }

    @Test(.timeLimit(.minutes(15))) func `a rule creates a channel, and another archives it`() async throws {
        try await LiveApplication.run([], config: Self.config) { running in
            try await running.guest.say("*room plans", in: running.channel)
            for await event in running.heard {
                guard case .channelCreated(let channel) = event, channel.label == "plans" else { continue }
                break
            }
            for await event in running.heard {
                // Field 81 is the archiving of a channel.
                guard case .unknown(field: 97) = event else { continue }
                break
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func `messages in a locked channel are deleted, and the status lists it`() async throws {
        try await LiveApplication.run([], config: Self.config) { running in
            #expect(try await running.answer(to: "*lock") == "locked")
            let said = try await running.guest.say("hello", in: running.channel)
            for await event in running.heard {
                guard case .delete(let removal) = event else { continue }
                #expect(removal.message == said)
                break
            }
            let status = try AdminClient(folder: running.folder.path + "/data").ask(.health).health
            #expect(status?.restrictions?.first?.hasPrefix("general is locked until ") == true)
            #expect(status?.human().contains("\nchannel general is locked until ") == true)
            #expect(status?.degraded == [])
        }
    }
}
