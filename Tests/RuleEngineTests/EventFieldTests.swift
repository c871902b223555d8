import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests the template fields of events other than messages.
struct EventFieldTests {
    private static let said = Message(
        id: 70, clan: 1, channel: 11, author: Author(id: 5, username: "binh", displayName: "Bình"),
        content: Content("secret plan"),
        createdAt: RuleEngineHarness.start)

    private static func harness(_ trigger: String, _ text: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            "  - { id: log, trigger: \(trigger), mode: enforce, then: { send: { to: mod-log, text: \"\(text)\" } } }",
            names: RuleEngineHarness.names,
            person: { user, clan in
                user == 5 ? Author(id: 5, username: "binh", displayName: clan == 1 ? "Bình" : "") : nil
            },
            message: { id, channel, _ in id == 70 && channel == 11 ? Self.said : nil })
    }

    private static func told(_ trigger: String, _ text: String, _ event: Event) throws -> [String] {
        try harness(trigger, text).feed(event).actions.compactMap { action in
            if case .send(let draft, _) = action { draft.content.text } else { nil }
        }
    }

    @Test func `a delete event provides the author and the text of the deleted message`() throws {
        let removal = Removal(message: 70, clan: 1, channel: 11, sender: 5, at: RuleEngineHarness.start)
        #expect(try Self.told("delete", "{{ author.name }}: {{ message.text }}", .delete(removal)) == ["Bình: secret plan"])
    }

    @Test func `a delete event without a sender uses the message's author`() throws {
        let removal = Removal(message: 70, clan: 1, channel: 11, at: RuleEngineHarness.start)
        #expect(
            try Self.told("delete", "{{ author.id }} {{ author.name }} {{ author.username }}", .delete(removal)) == [
                "5 Bình binh"
            ])
    }

    @Test func `a delete event in another channel ignores a message with the same id`() throws {
        let removal = Removal(message: 70, clan: 1, channel: 12, sender: 5, at: RuleEngineHarness.start)
        #expect(try Self.told("delete", "[{{ message.text }}]", .delete(removal)) == ["[]"])
    }

    @Test func `an edit event provides the previous text`() throws {
        var edited = Self.said
        edited.content = Content("a plan")
        #expect(
            try Self.told("edit", "{{ message.previous_text }} → {{ message.text }}", .edit(edited)) == ["secret plan → a plan"])
    }

    @Test(arguments: [
        ("voice_joined", Event.voiceJoined(VoicePresence(clan: 1, channel: 11, user: 5))),
        ("voice_left", .voiceLeft(VoicePresence(clan: 1, channel: 11, user: 5))),
        ("leave", .memberLeft(Membership(clan: 1, users: [5]))),
        ("role_changed", .rolesChanged(RoleChange(clan: 1, role: 22, added: [5]))),
    ])
    func `a user named only by id gets a name from the directory`(trigger: String, event: Event) throws {
        #expect(try Self.told(trigger, "{{ author.name }} ({{ author.username }})", event) == ["Bình (binh)"])
    }

    @Test func `a token_sent event provides the sender, recipient, amount and note`() throws {
        let event = Event.tokenSent(TokenTransfer(sender: 5, receiver: 7, amount: 50, note: "thanks"))
        #expect(
            try Self.told("token_sent", "{{ author.name }} → {{ target.id }}: {{ token.amount }} {{ token.note }}", event) == [
                "binh → 7: 50 thanks"
            ])
    }

    @Test(arguments: [
        ("message", "token.amount"), ("message", "message.previous_text"), ("delete", "message.previous_text"),
        ("voice_joined", "message.text"), ("startup", "author.name"), ("token_sent", "channel.name"),
    ])
    func `a field that the trigger does not provide is rejected at its source position`(trigger: String, field: String) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: log, trigger: \(trigger), mode: enforce, then: { send: { to: mod-log, text: \"{{ \(field) }}\" } } }")
        #expect(found.count == 1 && found.first?.hasSuffix("template-path") == true, "\(found)")
    }

    @Test func `an unknown field is rejected with the nearest name`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: log, trigger: token_sent, then: { send: { to: mod-log, text: \"{{ token.amont }}\" } } }")
        #expect(found.count == 1 && found.first?.hasSuffix("template-path") == true, "\(found)")
    }

    @Test func `an alert about a join names the clan instead of a channel`() throws {
        let harness = try RuleEngineHarness("  - { id: newcomers, trigger: join, mode: enforce, then: { alert: mod-log } }")
        let actions = harness.feed(.memberJoined(Membership(clan: 1, users: [5], username: "binh"))).actions
        guard case .send(let draft, to: 14)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(draft.content.text.contains("binh (5) in Lab"))
    }

    @Test func `counters in a template use the scope of the rule`() throws {
        var old = StateEntry(at: RuleEngineHarness.start)
        old.count = 40
        let stale = StoredStateEntry(
            RuleState.Write(mode: .real, key: StateKey(.counter, "said", "u5.g1"), entry: old))
        let harness = try RuleEngineHarness(
            """
              - id: count
                trigger: message
                mode: enforce
                then: [{ counter: { add: { name: said, scope: channel } } }, { reply: "{{ counters.said }}" }]
              - { id: tell, trigger: { command: count }, mode: enforce, then: { reply: "all: {{ counters.said }}" } }
            """, restoring: [stale])
        #expect(harness.say("hello").actions == [.reply("1")])
        #expect(harness.say("*count").actions == [.reply("2"), .reply("all: 2")])
    }

    @Test func `a trace shows the compared counter value next to its reset`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: count, trigger: message, mode: enforce, then: [{ counter: { add: { name: said, scope: channel } } }] }
              - id: full
                trigger: message
                mode: enforce
                when: { counter: { name: said, scope: channel, value: ">= 2" } }
                then: [{ counter: { reset: { name: said, scope: channel } } }]
            """)
        harness.say("one")
        #expect(
            harness.say("two").results.map(\.reason) == ["always; said 2", "counter.value 2 >= 2; said 2 → 0"])
    }
}
