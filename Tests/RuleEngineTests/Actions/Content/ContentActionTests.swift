import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct ContentActionTests {
    private func evidence(_ message: MessageID, _ text: String, at seconds: Double, in channel: ChannelID = 11) -> Evidence {
        Evidence(message: message, channel: channel, author: 5, text: text, attachments: [], at: RuleEngineHarness.at(seconds))
    }

    private func rule(_ then: String) -> String {
        "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: \(then) }"
    }

    @Test func `delete keeps the deleted message as evidence of its case and records no inverse`() throws {
        let conclusion = try RuleEngineHarness(rule("[ delete ]")).say("bad") {
            $0.attachments = [Attachment(filename: "a.png", url: "https://cdn.example/a.png", mediaType: "image/png")]
        }
        #expect(
            conclusion.contributions == [
                AuthorResult(
                    author: "rule:a", actions: [.delete()], onError: [.stop],
                    cases: [
                        CaseDraft(
                            kind: "delete", user: 5, clan: 1, channel: 11, message: 100, reason: "a",
                            evidence: [
                                Evidence(
                                    message: 100, channel: 11, author: 5, text: "bad", attachments: ["https://cdn.example/a.png"],
                                    at: RuleEngineHarness.start)
                            ], ordinals: [0])
                    ], reason: "text.contains found 'bad'", summary: "delete")
            ])
    }

    @Test func `delete with scope last deletes the author's last messages in every channel of the clan`() throws {
        let harness = try RuleEngineHarness(rule("[ delete: { scope: { last: 2 } } ]"))
        harness.say("one", at: 1)
        harness.say("two", in: 12, at: 2)
        harness.say("of somebody else", by: RuleEngineHarness.moderator, at: 2.5)
        let conclusion = harness.say("bad", at: 3)
        #expect(conclusion.actions == [.delete(101, of: 12), .delete()])
        #expect(conclusion.cases.map(\.evidence) == [[evidence(101, "two", at: 2, in: 12), evidence(103, "bad", at: 3)]])
        #expect(conclusion.cases.map(\.ordinals) == [[0, 1]])
    }

    @Test func `delete with scope last skips messages that are already deleted`() throws {
        let harness = try RuleEngineHarness(rule("[ delete: { scope: { last: 3 } } ]"))
        harness.say("one", at: 1)
        harness.say("two", at: 2)
        harness.feed(.delete(Removal(message: 100, clan: 1, channel: 11, sender: 5, at: RuleEngineHarness.at(2.5))))
        #expect(harness.say("bad", at: 3).actions == [.delete(101, of: 11), .delete()])
    }

    @Test func `archive records evidence before later actions run, regardless of its position`() throws {
        let harness = try RuleEngineHarness(rule("[ delete, { reply: gone }, { archive: { include_last: 1 } } ]"))
        harness.say("zero", at: 0)
        harness.say("one", at: 1)
        let conclusion = harness.say("bad", at: 2)
        #expect(conclusion.contributions.map(\.summary) == ["archive, delete, reply"])
        #expect(conclusion.cases.map(\.evidence) == [[evidence(102, "bad", at: 2), evidence(101, "one", at: 1)]])
    }

    @Test func `a reaction trigger can delete a message whose text is unknown`() throws {
        let harness = try RuleEngineHarness("  - { id: a, mode: enforce, trigger: reaction, then: [ delete ] }")
        let conclusion = harness.feed(
            .reaction(Reaction(emoji: "🚩", sender: 8, clan: 1, channel: 11, message: 55, messageAuthor: 5)))
        #expect(conclusion.actions == [.delete()])
        #expect(
            conclusion.cases == [
                CaseDraft(kind: "delete", user: 5, clan: 1, channel: 11, message: 55, reason: "a", ordinals: [0])
            ])
    }

    @Test func `recent messages are bounded per user and in the number of users`() {
        var recent = RecentMessages()
        for person in 1...6000 {
            for number in 0..<3 {
                recent.note(
                    Evidence(
                        message: MessageID(Int64(person * 10 + number)), channel: 1, author: UserID(Int64(person)), text: "",
                        attachments: [], at: RuleEngineHarness.at(Double(person))), in: 1, keeping: 2)
            }
        }
        func last(_ person: Int64) -> [MessageID] {
            recent.last(5, of: UserID(person), in: 1, until: RuleEngineHarness.at(10_000)).map(\.message)
        }
        #expect(last(6000) == [60_001, 60_002])
        #expect(last(1) == [])
    }
}
