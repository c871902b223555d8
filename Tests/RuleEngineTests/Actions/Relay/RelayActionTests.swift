import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct RelayActionTests {
    private static func rule(
        _ relay: String = "{ to: [support, mod-log] }", _ trigger: String = "[message, edit, delete, reaction]"
    )
        -> String
    {
        "  - { id: a, trigger: \(trigger), in: { channels: general }, then: { relay: \(relay) } }"
    }

    private static func relayed(_ decision: RuleDecision) -> [(ChannelID, RelayedMessage)] {
        decision.actions.compactMap { action in
            guard case .resolved(let outgoing) = action, case .relay(let relayed) = outgoing.request else { return nil }
            return (outgoing.channel, relayed)
        }
    }

    @Test func `relay sends a message once to each channel under its author's name`() throws {
        let relayed = Self.relayed(try RuleEngineHarness(Self.rule()).say("hi"))
        #expect(relayed.map(\.0) == [12, 14])
        guard case .show(let draft, nil)? = relayed.first?.1.operation else {
            Issue.record("\(relayed)")
            return
        }
        #expect(draft.content.text == "hi" && draft.mentions == [])
        #expect(relayed.map(\.1.face) == [RelayedMessage.DisplayProfile("Bình"), RelayedMessage.DisplayProfile("Bình")])
        #expect(
            relayed.map(\.1.origin) == [100, 100] && relayed.map(\.1.channel) == [11, 11] && relayed.map(\.1.author) == [5, 5])
    }

    @Test func `a relayed message mentions no one and keeps its links and markup`() throws {
        let said = try RuleEngineHarness(Self.rule("{ to: support, as: \"{{ channel.name }}\" }")).say(
            "xin 👋 @an https://x.example"
        ) {
            message in
            message.mentions = [Mention(user: 7, username: "an", range: TextRange(7, 10))]
            message.content.markup = [Markup("lk", TextRange(11, 28)), Markup("b", TextRange(0, 3))]
            message.content.extras = [
                "ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]], "components": [["type": 1]],
                "embed": [],
            ]
        }
        guard case .show(let draft, _)? = Self.relayed(said).first?.1.operation else {
            Issue.record("\(said)")
            return
        }
        #expect(Self.relayed(said).first?.1.face == RelayedMessage.DisplayProfile("general"))
        #expect(draft.content.text == "xin 👋 @an https://x.example" && draft.mentions == [])
        #expect(draft.content.markup == [Markup("b", TextRange(0, 3)), Markup("lk", TextRange(11, 28))])
        #expect(draft.content.extras == ["ej": [["emojiid": "1", "s": 4, "e": 6], ["s": .integer(.max), "e": "x"]]])
    }

    static let cards: [([String: JSONValue], String, [Markup])] = [
        (
            [
                "embed": [
                    [
                        "title": "Build 7", "url": "https://ci.example/7", "description": "failed",
                        "fields": [["name": "by", "value": "An"]],
                    ]
                ]
            ],
            "Build 7\nfailed\nby\nAn\nhttps://ci.example/7", [Markup("lk", TextRange(21, 41))]
        ),
        (
            ["question": "Lunch?", "answers": [["index": 0, "label": "Phở"], ["index": 1, "label": "Bún"]]],
            "Lunch?\n• Phở\n• Bún", []
        ),
        (Draft(contact: ContactCard(5, username: "an.nguyen", name: "An")).content.extras, "An (an.nguyen)", []),
        (["embed": [["title": 7], "x"]], "", []),
    ]

    @Test(arguments: cards)
    func `a relayed card is shown as its text`(extras: [String: JSONValue], text: String, markup: [Markup])
        throws
    {
        let said = try RuleEngineHarness(Self.rule()).say("") { $0.content.extras = extras }
        #expect(
            Self.relayed(said).map { $0.1.draft?.content }
                == (text.isEmpty ? [] : [Content(text, markup: markup), Content(text, markup: markup)]))
    }

    static let links: [([Markup], JSONValue?, [Markup])] = [
        ([Markup("lk_yt", TextRange(2, 19))], nil, [Markup("lk", TextRange(2, 19))]),
        ([], [["s": 2, "e": 19]], [Markup("lk", TextRange(2, 19))]),
        ([Markup("lk", TextRange(2, 19))], [["s": 2, "e": 19]], [Markup("lk", TextRange(2, 19))]),
        ([Markup("lk", TextRange(0, 1)), Markup("lk_ogp", TextRange(19, 20)), Markup("vk", TextRange(2, 19))], nil, []),
        ([], [["s": .integer(.max), "e": .integer(.min)]], []),
    ]

    @Test(arguments: links)
    func `a relayed message keeps links that show their address`(markup: [Markup], old: JSONValue?, expected: [Markup]) throws {
        let said = try RuleEngineHarness(Self.rule()).say("x https://x.example") { message in
            message.content.markup = markup
            message.content.extras["lk"] = old
        }
        #expect(Self.relayed(said).first?.1.draft?.content == Content("x https://x.example", markup: expected))
    }

    @Test func `messages of bots and system messages are not relayed`() throws {
        let harness = try RuleEngineHarness(Self.rule(), members: [Member(clan: 1, user: 6, isBot: true)])
        #expect(Self.relayed(harness.say("hi", by: Author(id: 6, username: "bot"))).isEmpty)
        #expect(Self.relayed(harness.say("hi") { $0.code = MessageCode(rawValue: 5) }).isEmpty)
    }

    @Test func `relay has no rate limit and includes late messages`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        for _ in 0..<700 { #expect(Self.relayed(harness.say("hi")).count == 2) }
        #expect(Self.relayed(harness.say("hi", isLate: true)).count == 2)
    }

    static let passages: [(String, String, headers: String?, text: String)] = [
        ("carry: replies", "<a>@b=1</a>x", nil, "<a>@b=1</a>x"), ("headers: carry", "<a>@b=1</a>x", "<a>@b=1;</a>", "x"),
        ("headers: carry", "<a>@b=1", "", "<a>@b=1"), ("headers: strip", "<a>@b=1</a><c>@d</c>x", "", "x"),
        ("headers: { t: { id: \"{{ message.id }}\" } }", "<t>@id=7</t>x", "<t>@id=100;</t>", "<t>@id=7</t>x"),
        ("headers: { t: { name: \"{{ author.name }}\" } }", "x", "<t>@name=Bình;</t>", "x"),
    ]

    @Test(arguments: passages)
    func `headers are carried, stripped or given by the rule`(relay: String, said: String, headers: String?, text: String) throws
    {
        let triggers = relay.hasPrefix("carry") ? "[message]" : "[message, edit, delete, reaction]"
        let harness = try RuleEngineHarness(Self.rule("{ to: support, \(relay) }", triggers))
        let relayed = Self.relayed(harness.say(said)).map(\.1)
        #expect(relayed.map(\.headers) == [headers])
        #expect(relayed.map { $0.draft?.content.text } == [text])
    }

    @Test func `a message of headers only is not relayed when headers are stripped`() throws {
        let said = try RuleEngineHarness(Self.rule("{ to: support, headers: strip }")).say("<a>@b</a>")
        #expect(Self.relayed(said).isEmpty && said.results.first?.reason == "always; nothing to relay")
        #expect(try Self.relayed(RuleEngineHarness(Self.rule("{ to: support, headers: carry }")).say("<a>@b</a>")).count == 1)
    }

    @Test(arguments: [(3600.0, 1), (3601, 0)])
    func `an edit after edits_within is not relayed, and the trace gives the reason`(seconds: Double, count: Int) throws {
        let harness = try RuleEngineHarness(Self.rule("{ to: support, edits_within: 1h }"))
        var message = Message.make("hi")
        message.createdAt = RuleEngineHarness.start
        message.updatedAt = RuleEngineHarness.at(seconds)
        let edited = harness.feed(.edit(message))
        #expect(Self.relayed(edited).count == count)
        let why = "always; not relayed: the message is 1h1s old, and edits are relayed for 1h"
        #expect(edited.results.first?.reason == (count == 0 ? why : "always"))
    }

    static let mistakes: [(String, String, [String])] = [
        ("{ to: support, headers: keep }", "message", ["1:98 unknown-word"]),
        ("{ to: support, edits_within: soon }", "[message, edit]", ["1:111 bad-duration"]),
        ("{ to: support, carry: deletes, edits_within: 1h }", "[message, delete]", ["1:129 contradiction"]),
        ("{ to: general }", "join", ["1:64 nothing-to-act-on"]), ("{ to: nowhere }", "message", ["1:80 unknown-name"]),
        ("{ as: x }", "message", ["1:74 missing-key"]),
        ("{ to: support, carry: [edits] }", "message", ["1:97 not-triggered"]),
        ("{ to: support, carry: [pins] }", "message", ["1:97 unknown-word"]),
        ("support", "message", ["1:74 wrong-kind"]),
    ]

    @Test(arguments: mistakes)
    func `invalid relay settings are rejected`(relay: String, trigger: String, codes: [String]) throws {
        let found = try RuleEngineHarness.compile(Self.rule(relay, trigger)).1
        #expect(found == codes)
    }
}
