import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct DeleteActionTests {
    private func evidence(_ message: MessageID, _ text: String, at seconds: Double, in channel: ChannelID = 11) -> Evidence {
        Evidence(message: message, channel: channel, author: 5, text: text, attachments: [], at: RuleEngineHarness.at(seconds))
    }

    private func rule(_ then: String) -> String {
        "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: \(then) }"
    }

    @Test func `delete keeps the deleted message as evidence of its case and records no inverse`() throws {
        let decision = try RuleEngineHarness(rule("[ delete ]")).say("bad") {
            $0.attachments = [Attachment(filename: "a.png", url: "https://cdn.example/a.png", mediaType: "image/png")]
        }
        #expect(
            decision.results == [
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
        let decision = harness.say("bad", at: 3)
        #expect(decision.actions == [.delete(101, of: 12), .delete()])
        #expect(decision.cases.map(\.evidence) == [[evidence(101, "two", at: 2, in: 12), evidence(103, "bad", at: 3)]])
        #expect(decision.cases.map(\.ordinals) == [[0, 1]])
    }

    @Test func `delete with scope last skips messages that are already deleted`() throws {
        let harness = try RuleEngineHarness(rule("[ delete: { scope: { last: 3 } } ]"))
        harness.say("one", at: 1)
        harness.say("two", at: 2)
        harness.feed(.delete(Removal(message: 100, clan: 1, channel: 11, sender: 5, at: RuleEngineHarness.at(2.5))))
        #expect(harness.say("bad", at: 3).actions == [.delete(101, of: 11), .delete()])
    }

    @Test func `a reaction trigger can delete a message whose text is unknown`() throws {
        let harness = try RuleEngineHarness("  - { id: a, mode: enforce, trigger: reaction, then: [ delete ] }")
        let decision = harness.feed(
            .reaction(Reaction(emoji: "🚩", sender: 8, clan: 1, channel: 11, message: 55, messageAuthor: 5)))
        #expect(decision.actions == [.delete()])
        #expect(
            decision.cases == [
                CaseDraft(kind: "delete", user: 5, clan: 1, channel: 11, message: 55, reason: "a", ordinals: [0])
            ])
    }
}
