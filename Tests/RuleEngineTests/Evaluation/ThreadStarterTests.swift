import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ThreadStarterTests {
    private static let an = Author(id: 7, username: "an", displayName: "An")
    private static let thread = Channel(id: 15, clan: 1, parent: 11, kind: .thread, label: "a thread")

    private static func harness() throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: own, trigger: message, when: { author: { thread_starter: true } }, then: { react: ⭐ } }
              - { id: other, trigger: message, when: { author: { thread_starter: false } }, then: { reply: "by {{ thread.author.name | default: nobody }}" } }
            """, person: { user, _ in user == 7 ? Self.an : nil })
    }

    @Test func `the author of the first message after a thread was created has started it`() throws {
        let harness = try Self.harness()
        harness.feed(.channelCreated(Self.thread))
        #expect(harness.say("first", by: Self.an, in: 15, at: 3600).authors == ["rule:own"])
        let answer = harness.say("second", in: 15, at: 7200)
        #expect(answer.authors == ["rule:other"] && answer.actions == [.reply("by An")])
        #expect(harness.say("third", by: Self.an, in: 15, at: 7300).authors == ["rule:own"])
    }

    @Test func `a message soon after the thread's id was made is the first one`() throws {
        let id = ChannelID(Snowflake.floor(of: RuleEngineHarness.at(0)))
        let harness = try RuleEngineHarness(
            "  - { id: own, trigger: message, when: { author: { thread_starter: true } }, then: { react: ⭐ } }",
            channels: [Channel(id: id, clan: 1, parent: 11, kind: .thread, label: "new")])
        #expect(harness.say("first", in: id, at: 60).authors == ["rule:own"])
        #expect(harness.say("second", by: Self.an, in: id, at: 61).authors == [])
    }

    @Test func `the starter of an older thread, and of a channel, is unknown`() throws {
        let harness = try Self.harness()
        #expect(harness.say("x", in: 15, at: 0).authors == [] && harness.say("x", in: 11).authors == [])
    }

    @Test func `an earlier message that is recovered later is the first one`() throws {
        let harness = try Self.harness()
        harness.feed(.channelCreated(Self.thread))
        harness.say("second", in: 15) { $0.id = 500 }
        harness.say("first", by: Self.an, in: 15) { $0.id = 400 }
        #expect(harness.say("third", by: Self.an, in: 15) { $0.id = 600 }.authors == ["rule:own"])
    }

    @Test func `a test says who started the thread`() throws {
        let (set, _) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: message
                when: { author: { thread_starter: true } }
                then: { reply: x }
                tests:
                  - { name: own, given: { author: { thread_starter: true } }, expect: { hit: true } }
                  - { name: other, given: { author: { thread_starter: false } }, expect: { hit: false, because: author.thread_starter } }
                  - { name: none, given: {}, expect: { hit: false } }
            """)
        #expect(set.failedTests().map(\.message) == [])
    }
}
