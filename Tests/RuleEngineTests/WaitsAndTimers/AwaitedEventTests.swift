import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct AwaitedEventTests {
    private static func harness(_ until: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - id: a
                trigger: message
                when: { text: { equals: ask } }
                then:
                  - wait: { for: 10m, until: \(until) }
                  - if:
                      when: { var: { name: resolved, is: "true" } }
                      then: [{ send: { to: general, text: "got {{ vars.answer | default: nothing }}" } }]
                      otherwise: [{ send: { to: general, text: late } }]
            """)
    }

    private static func said(_ decision: RuleDecision) -> [String] {
        decision.otherActions.compactMap { action in
            switch action {
            case .resolved(let outgoing):
                if case .send(let draft, _, _) = outgoing.request { draft.content.text } else { nil }
            case .send(let draft, _): draft.content.text
            default: nil
            }
        }
    }

    private static let an = Author(id: 7, username: "an", displayName: "An")

    @Test func `the author's next message in the channel ends the wait`() throws {
        let harness = try Self.harness("message")
        let job = try #require(harness.say("ask").scheduledJobs.first)
        #expect(Self.said(harness.say("no", by: Self.an, at: 10)) == [] && Self.said(harness.say("no", in: 12, at: 20)) == [])
        let answered = harness.say("42", at: 30)
        #expect(Self.said(answered) == ["got 42"] && answered.actions.contains(.cancel(job.name)))
        #expect(Self.said(harness.say("43", at: 40)) == [] && Self.said(harness.feedDue(job)) == [])
    }

    @Test func `without an answer the rule goes on when the time is over`() throws {
        let harness = try Self.harness("message")
        let job = try #require(harness.say("ask").scheduledJobs.first)
        #expect(Self.said(harness.feedDue(job)) == ["late"])
        #expect(Self.said(harness.say("42", at: 700)) == [])
    }

    @Test func `anyone's reply or reaction to the message ends the wait`() throws {
        let reply = try Self.harness("reply, by: anyone")
        _ = reply.say("ask")
        #expect(Self.said(reply.say("x", by: Self.an, at: 5)) == [])
        let answer = reply.say("here", by: Self.an, at: 10) { $0.references = [Reference(message: 100, sender: 5)] }
        #expect(Self.said(answer) == ["got here"])
        let reaction = try Self.harness("reaction, by: anyone")
        _ = reaction.say("ask")
        let added = Reaction(emoji: "👍", sender: 7, clan: 1, channel: 11, message: 100, messageAuthor: 5)
        #expect(Self.said(reaction.feed(.reaction(added), at: 10)) == ["got nothing"])
    }

    @Test func `a reply in another channel that names the message ends no wait`() throws {
        let harness = try Self.harness("reply, by: anyone")
        _ = harness.say("ask")
        let forged = harness.say("x", by: Self.an, in: 12, at: 5) { $0.references = [Reference(message: 100, sender: 5)] }
        #expect(Self.said(forged) == [])
        let answer = harness.say("y", by: Self.an, at: 9) { $0.references = [Reference(message: 100, sender: 5)] }
        #expect(Self.said(answer) == ["got y"])
    }

    @Test func `an awaited event needs a limit, and only it has a user`() throws {
        func found(_ wait: String) throws -> [String] {
            try RuleEngineHarness.compile("  - { id: a, trigger: message, then: [{ wait: \(wait) }, { reply: x }] }").1
        }
        #expect(try found("{ until: reply }") == ["1:56 missing-key"])
        #expect(try found("{ for: 1m, by: anyone }") == ["1:62 contradiction"])
        #expect(try found("{ for: 1m, until: reply, by: anyone }") == [])
    }

    @Test func `a bot's message ends a wait for anyone only if that is asked for`() throws {
        let robot = Author(id: 30, username: "robot")
        func answered(_ until: String) throws -> [String] {
            let harness = try RuleEngineHarness(
                """
                  - id: a
                    trigger: message
                    when: { text: { equals: ask } }
                    then: [{ wait: { for: 10m, until: \(until) } }, { send: { to: general, text: "{{ vars.answer | default: nothing }}" } }]
                """, members: RuleEngineHarness.members + [Member(clan: 1, user: 30, isBot: true)])
            _ = harness.say("ask")
            let first = Self.said(harness.say("beep", by: robot, at: 5))
            return first + Self.said(harness.say("hello", by: Self.an, at: 6))
        }
        #expect(try answered("message, by: anyone") == ["hello"])
        #expect(try answered("message, by: anyone, bots: true") == ["beep"])
    }

    @Test func `bots are named only where anyone may answer`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: [{ wait: { for: 1m, until: message, bots: true } }, { reply: x }] }")
        #expect(found.first?.hasSuffix("contradiction") == true, "\(found)")
    }
}
