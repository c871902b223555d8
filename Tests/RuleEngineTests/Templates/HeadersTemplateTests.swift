import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct HeadersTemplateTests {
    private static let headers =
        "headers: { ticket: { id: identifier, priority: number, tags: tuple, urgent: flag, title: text } }\n"

    private static func harness(_ action: String) throws -> RuleEngineHarness {
        try RuleEngineHarness("  - { id: a, trigger: message, then: { \(action) } }", configuration: Self.headers)
    }

    private static func said(_ fields: String, to text: String = "hi") throws -> (String?, String?) {
        let decision = try harness("send: { to: support, text: ok, headers: { \(fields) } }").say(text)
        guard case .send(let draft, _)? = decision.actions.first else { return (nil, nil) }
        return (draft.content.text, decision.results.first?.reason)
    }

    @Test(arguments: [
        (
            "ticket: { id: \"{{ message.id }}\", urgent: true, priority: 3, tags: [a, \"{{ author.name }}\"] }",
            "<ticket>@id=100;@urgent;@priority=3;@tags=(a,Bình);</ticket>ok"
        ),
        ("ticket: { urgent: false, tags: a }", "<ticket>@tags=(a);</ticket>ok"),
        ("x: { nr: 3, open: true, shut: false, word: \"true\", list: [1, 2] }", "<x>@nr=3;@open;@word=true;@list=(1,2);</x>ok"),
        ("a: { b: 1 }, c: { d: 2 }", "<a>@b=1;</a><c>@d=2;</c>ok"),
        ("ticket: { title: \"{{ vars.none }}\" }", "<ticket>@title=;</ticket>ok"),
    ])
    func `headers precede the text and follow their declared types`(fields: String, text: String) throws {
        #expect(try Self.said(fields).0 == text)
    }

    @Test func `a user's text is escaped in header values`() throws {
        let (text, _) = try Self.said("ticket: { title: \"{{ message.text }}\" }", to: "a;@id=9</ticket><x>@y</x>\nb")
        let parted = MessageHeader.split(text ?? "")
        #expect(parted.headers == [MessageHeader("ticket", [.init("title", .text("a;@id=9</ticket><x>@y</x>\nb"))])])
        #expect(parted.text == "ok")
    }

    @Test func `a header value of the wrong type is omitted, and the trace gives the reason`() throws {
        let (text, reason) = try Self.said("ticket: { id: \"{{ message.text }}\", priority: \"{{ author.name }}\" }", to: "a b")
        #expect(text == "ok")
        #expect(
            reason
                == "always; the header 'ticket' omits 'id': 'a b' is not a valid identifier; "
                + "the header 'ticket' omits 'priority': 'Bình' is not a valid number")
    }

    @Test func `headers over 4096 bytes are omitted, and the trace gives the reason`() throws {
        let (text, reason) = try Self.said("a: { b: \"{{ message.text }}\" }", to: String(repeating: "x", count: 5000))
        #expect(text == "ok" && reason == "always; without headers: the headers of a message can have at most 4096 bytes")
    }

    @Test func `a message may consist of headers only`() throws {
        let said = try Self.harness("send: { to: support, headers: { a: { b: 1 } } }").say("hi")
        #expect(said.actions == [.send("<a>@b=1;</a>", to: 12)])
        #expect(
            try Self.harness("send: { to: support, text: \"{{ vars.x }}\", headers: { a: { b: 1 } } }").say("hi").actions == [])
    }

    @Test func `headers shift the ranges of markup and mentions`() throws {
        let said = try Self.harness("reply: { text: \"hi {{ author | mention }} https://a.example\", headers: { a: { b: 👋 } } }")
            .say("x")
        #expect(
            said.actions == [
                .reply(
                    Draft(
                        Content("<a>@b=👋;</a>hi @Bình https://a.example", markup: [Markup("lk", TextRange(22, 39))]),
                        mentions: [Mention(user: 5, username: "Bình", range: TextRange(16, 21))]))
            ])
    }

    @Test(arguments: [
        ("reply: \"{{ message.text }}\"", "<-><a>@b</a>x"), ("reply: \"a {{ message.text }}\"", "a <a>@b</a>x"),
        ("reply: { text: \"{{ message.text }}\", headers: { c: { d: 1 } } }", "<c>@d=1;</c><-><a>@b</a>x"),
        ("forward: support", "<-><a>@b</a>x"), ("forward: { to: support, headers: carry }", "<a>@b;</a>x"),
        ("forward: { to: support, headers: strip }", "x"),
        ("forward: { to: support, headers: { c: { d: 1 } } }", "<c>@d=1;</c><-><a>@b</a>x"),
    ])
    func `a user's text cannot add headers to the bot's messages`(action: String, text: String) throws {
        let actions = try Self.harness(action).say("<a>@b</a>x").actions
        let drafts = actions.compactMap { action -> Draft? in
            switch action {
            case .reply(let draft), .send(let draft, _): draft
            default: nil
            }
        }
        #expect(drafts.map(\.content.text) == [text])
    }

    @Test(arguments: [
        ("ticket: { idd: 1 }", "1:92 unknown-header-key"), ("ticket: { id: a b }", "1:96 wrong-kind"),
        ("ticket: { priority: high }", "1:102 wrong-kind"), ("ticket: { urgent: maybe }", "1:100 unknown-word"),
        ("a: {}", "1:82 missing-value"), ("\"a b\": { c: 1 }", "1:82 bad-name"),
        ("a: { \"1\": 1 }", "1:87 bad-name"), ("a: { b: { c: 1 } }", "1:90 wrong-kind"),
        ("a: { b: \"{{ nothing }}\" }", "1:94 template-path"),
    ])
    func `invalid headers are reported at their source position`(fields: String, mistake: String) throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { send: { to: support, text: ok, headers: { \(fields) } } } }",
            configuration: Self.headers
        ).1
        #expect(found == [mistake])
    }
}
