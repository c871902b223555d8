import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct ThreadStarterTests {
    private static let an = Author(id: 7, username: "an", displayName: "An")

    private static func thread(by creator: UserID?) -> Channel {
        Channel(id: 15, clan: 1, parent: 11, kind: .thread, label: "a thread", creator: creator)
    }

    private static func harness(_ channels: [Channel], trigger: String = "message") throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: own, trigger: \(trigger), when: { author: { thread_starter: true } }, then: { send: { to: mod-log, text: own } } }
              - { id: other, trigger: \(trigger), when: { author: { thread_starter: false } }, then: { send: { to: mod-log, text: "by {{ thread.author.name | default: nobody }}" } } }
            """, channels: channels + RuleEngineHarness.channels.filter { $0.id != 15 },
            person: { user, _ in user == 7 ? Self.an : nil })
    }

    @Test func `whoever opened a thread has started it`() throws {
        let harness = try Self.harness([Self.thread(by: 7)])
        #expect(harness.say("x", by: Self.an, in: 15).authors == ["rule:own"])
        let answer = harness.say("x", in: 15)
        #expect(answer.authors == ["rule:other"] && answer.actions == [.send("by An", to: 14)])
    }

    @Test func `a thread that the bot opened was started by nobody else`() throws {
        let harness = try Self.harness([Self.thread(by: RuleEngineHarness.me)])
        #expect(harness.say("first", in: 15).authors == ["rule:other"])
    }

    @Test(arguments: [thread(by: nil), Channel(id: 15, clan: 1, label: "no thread", creator: 7)])
    func `the starter is unknown where the server does not say, and in a channel`(_ channel: Channel) throws {
        #expect(try Self.harness([channel]).say("x", by: Self.an, in: 15).authors == [])
    }

    @Test func `the event of a new thread says who opened it`() throws {
        let harness = try Self.harness([Self.thread(by: nil)], trigger: "thread_created")
        #expect(harness.feed(.channelCreated(Self.thread(by: 7))).authors == ["rule:other"])
    }

    @Test func `the record of a decision keeps the creator of a thread only`() {
        #expect(DirectoryObservation.recorded(Self.thread(by: 7)).creator == 7)
        #expect(DirectoryObservation.recorded(Channel(id: 1, clan: 1, label: "", creator: 7)).creator == nil)
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
