import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct UnansweredQuestionTests {
    private static func harness(_ keys: String = "what: question") throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - id: a
                trigger: { unanswered: { \(keys), after: 2h } }
                in: { channels: support }
                then: { send: { to: mod-log, text: "{{ author.name }}: {{ message.text }}" } }
            """)
    }

    private static let an = Author(id: 7, username: "an", displayName: "An")

    @Test(arguments: [
        ("where is the token?", true), ("sao vậy ?!", true), ("why? I do not know", true), ("see https://a.org/?q=1", false),
        ("hello", false),
    ])
    func `a question is recognised by its mark`(text: String, isQuestion: Bool) throws {
        #expect(try Self.harness().say(text, in: 12).scheduledJobs.count == (isQuestion ? 1 : 0))
    }

    @Test func `each question is tracked by itself until somebody else replies or reacts`() throws {
        let harness = try Self.harness()
        let first = try #require(harness.say("first?", in: 12).scheduledJobs.first)
        let second = try #require(harness.say("second?", in: 12, at: 10).scheduledJobs.first)
        harness.say("own words", in: 12, at: 20) { $0.references = [Reference(message: 100, sender: 5)] }
        harness.say("chatter", by: Self.an, in: 12, at: 30)
        let answer = harness.say("like this", by: Self.an, in: 12, at: 40) {
            $0.references = [Reference(message: 101, sender: 5)]
        }
        #expect(answer.actions == [.cancel(second.name)])
        #expect(harness.feedDue(second).otherActions == [])
        #expect(harness.feedDue(first).otherActions.count == 1)
        #expect(harness.feedDue(first).otherActions == [])
    }

    @Test func `a question that is edited away or deleted needs no answer`() throws {
        let harness = try Self.harness()
        let first = try #require(harness.say("first?", in: 12).scheduledJobs.first)
        let second = try #require(harness.say("second?", in: 12, at: 10).scheduledJobs.first)
        var edited = Message(
            id: 100, clan: 1, channel: 12, author: RuleEngineHarness.binh, content: Content("never mind"),
            createdAt: RuleEngineHarness.start)
        edited.updatedAt = RuleEngineHarness.at(20)
        #expect(harness.feed(.edit(edited)).actions == [.cancel(first.name)])
        let removed = harness.feed(.delete(Removal(message: 101, clan: 1, channel: 12, at: RuleEngineHarness.at(30))))
        #expect(removed.actions == [.cancel(second.name)])
    }

    @Test func `any message may need an answer, and any later one may be it`() throws {
        let harness = try Self.harness("what: message, resolved_by: message_in_channel")
        let job = try #require(harness.say("hello", in: 12).scheduledJobs.first)
        #expect(harness.say("anybody", in: 12, at: 10).scheduledJobs.count == 1)
        #expect(harness.say("yes", by: Self.an, in: 12, at: 20).actions.contains(.cancel(job.name)))
    }
}
