import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct RelayReplacementTests {
    private static let lists = "lists: { rude: { words: [ngu, đồ chó], allow: [chó bông] } }\n"

    private static func rule(_ replace: String) -> String {
        "  - { id: a, trigger: [message, edit], in: { channels: general }, then: { relay: { to: support, replace: \(replace) } } }"
    }

    private static func harness(_ replace: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(rule(replace), configuration: lists)
    }

    private static func shown(_ decision: RuleDecision) -> Draft? {
        guard case .resolved(let resolved)? = decision.actions.first, case .relay(let relayed) = resolved.request else {
            return nil
        }
        switch relayed.operation {
        case .show(let draft, _), .edit(let draft): return draft
        default: return nil
        }
    }

    @Test(arguments: [
        ("[{ in_list: rude, with: \"***\" }]", "Đồ CHÓ, ngu!", "***, ***!"),
        ("[{ text: [foo, bar], with: x }]", "foobar", "xx"), ("[{ any_word: foo, with: \"\" }]", "foo food", " food"),
        (#"[{ matches: '(\d{2})\d+', with: '$1…' }]"#, "call 0912345", "call 09…"),
        ("[{ text: a, with: b }, { text: b, with: c }]", "ab", "cc"),
        ("[{ text: x, with: \"@everyone https://a.example\" }]", "x", "@everyone https://a.example"),
    ])
    func `a relay shows texts with their replacements, without mentions and links`(
        replace: String, text: String, shown: String
    ) throws {
        let draft = Self.shown(try Self.harness(replace).say(text))
        #expect(draft?.content == Content(shown) && draft?.mentions == [])
    }

    @Test func `edits and quoted messages are replaced, names are not`() throws {
        let harness = try Self.harness("[{ text: bình, with: x }]")
        let said = harness.say("bình") {
            $0.references = [Reference(message: 3, sender: 7, senderName: "Bình", content: Content("bình"))]
        }
        guard case .resolved(let resolved)? = said.actions.first, case .relay(let relayed) = resolved.request,
            case .show(let draft, let reference?) = relayed.operation
        else {
            Issue.record("\(said)")
            return
        }
        #expect(draft.content.text == "x" && relayed.face == RelayedMessage.DisplayProfile("Bình"))
        #expect(reference.content.text == "x" && reference.senderName == "Bình")
        let message = Message.make("bình ơi")
        #expect(Self.shown(harness.feed(.edit(message)))?.content.text == "x ơi")
    }

    @Test func `a copy of a replaced text that another relay brings back is not relayed`() throws {
        let harness = try Self.harness("[{ text: secret word, with: \"…hidden…\" }]")
        #expect(Self.shown(harness.say("the secret word is out"))?.content.text == "the …hidden… is out")
        let bridge = Author(id: 70, username: "bridge")
        #expect(harness.say("<Bình> the …hidden… is out", by: bridge, at: 5).actions.isEmpty)
        #expect(harness.say("<Bình> the secret word is out", by: bridge, at: 6).actions.isEmpty)
        #expect(!harness.say("<Bình> something else", by: bridge, at: 7).actions.isEmpty)
    }

    @Test func `a rebuilt state recognizes such a copy as well`() throws {
        let harness = try Self.harness("[{ text: secret word, with: \"…hidden…\" }]")
        let original = Message.make("the secret word is out")
        harness.engine.rebuild(.message(original), EventContext(now: original.createdAt, me: 9, isLate: false, sequence: 1))
        var copy = Message.make("<Bình> the …hidden… is out", by: Author(id: 70, username: "bridge"))
        copy.id = 101
        #expect(harness.feed(.message(copy)).actions.isEmpty)
    }

    @Test func `a link has the same key`() throws {
        let configuration = Self.lists + "relays: { l: { between: [general, support], replace: [{ text: a, with: b }] } }\n"
        let harness = try RuleEngineHarness("  []", configuration: configuration)
        #expect(Self.shown(harness.say("aha"))?.content.text == "bhb")
    }

    @Test(arguments: [
        ("[{ with: x }]", "missing-key"), ("[{ text: a }]", "missing-key"),
        ("[{ text: a, matches: b, with: c }]", "contradiction"),
        (#"[{ matches: '(a)', with: '$2' }]"#, "unknown-group"), ("[{ matches: 'a', with: '5$' }]", "unknown-group"),
        ("[{ matches: '.*', with: x }]", "finds-anything"), ("[{ matches: '(?=a)', with: x }]", "regex-unsupported"),
        ("[{ in_list: rud, with: x }]", "unknown-name"), ("[]", "missing-value"),
    ])
    func `an invalid replacement is a compile error`(replace: String, code: String) throws {
        let found = try RuleEngineHarness.compile(Self.rule(replace), configuration: Self.lists).1
        #expect(found.contains { $0.hasSuffix(" " + code) }, "\(found)")
    }
}
