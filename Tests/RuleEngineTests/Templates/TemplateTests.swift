import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct TemplateTests {
    private func reply(_ template: String, to text: String) throws -> [Action] {
        try RuleEngineHarness(
            "  - { id: a, title: A rule, trigger: message, when: { text: { contains: [x, '{', ' '] } }, then: { reply: '\(template)' } }",
            configuration: RuleEngineHarness.moderation + "bot: { timezone: Asia/Ho_Chi_Minh }\n"
        ).say(text) {
            $0.references = [Reference(message: 3, sender: 7, senderName: "An")]
        }.actions
    }

    static let shown: [(String, String, String)] = [
        ("{{ author.name }} ({{author.username}}) in {{ channel.label }}", "x", "Bình (binh) in general"),
        ("{{ message.text | upper | truncate: 4 }}", "xin chào", "XIN…"),
        ("{{ message.text | truncate: 8 }}", "xin chào", "xin chào"),
        ("{{ match.text | quote }}", "a X b", "“X”"),
        ("{{ message.text | default: none }}!", "x", "x!"),
        ("{ {{ author.name }} }", "x", "{ Bình }"),
        ("a }} b", "x", "a }} b"),
        ("{{ author }} {{ author.id }} {{ target }} {{ target.id }}", "x", "Bình 5 An 7"),
        ("{{ target.name | lower | vn_unaccent }} {{ author.name | vn_unaccent }}", "x", "an Binh"),
        ("{{ message.text | vn_unaccent }}", "Đường đi x", "Duong di x"),
        ("{{ message.text | escape }}", "a\nb\u{202E}c\u{200B} x", "a bc x"),
        ("{{ message.id }} {{ channel.id }} {{ clan.name }} {{ event.kind }}", "x", "100 11 Lab message"),
        ("{{ event.time }} {{ event.time | date }} {{ event.time | time }}", "x", "2026-01-07 19:00 2026-01-07 19:00"),
        ("{{ event.time | ago }} {{ author.joined | ago }}", "x", "just now 1 hour ago"),
        ("{{ rule.id }}: {{ rule.title }}", "x", "a: A rule"),
        ("{{ counters.cakes }} {{ counters.cakes | plural: cake, cakes }}", "x", "0 cakes"),
        ("{{ vars.none | default: \"a | b\" }}", "x", "a | b"),
        ("{{ trace.link }}", "x", "mezon-bot rules explain 100"),
        ("{{ channel }}", "x", "#general"),
    ]

    @Test(arguments: shown)
    func `a template shows values of the event`(template: String, text: String, shown: String) throws {
        #expect(try reply(template, to: text) == [.reply(Draft(shown))])
    }

    @Test func `a user's text is not expanded as a template and adds no mentions or links`() throws {
        let text = "x @everyone {{ author.username }} {{ https://evil.example #general"
        #expect(try reply("{{ message.text }}", to: text) == [.reply(Draft(Content(text), mentions: [], attachments: []))])
    }

    @Test func `Markdown in a template becomes markup, and a user's text stays literal`() throws {
        let draft = Draft(
            Content("Bình says **x**, run ls", markup: [Markup("b", TextRange(0, 4)), Markup("c", TextRange(21, 23))]))
        #expect(try reply("**{{ author.name }}** says {{ message.text }}, run `ls`", to: "**x**") == [.reply(draft)])
    }

    @Test func `a template that expands to an empty text sends nothing`() throws {
        #expect(try reply("{{ message.text }}", to: "  ") == [])
    }

    @Test func `mention ranges are correct after emoji and other mentions`() throws {
        let draft = Draft(
            Content("😀 @Bình, @An!"),
            mentions: [
                Mention(user: 5, username: "Bình", range: TextRange(3, 8)),
                Mention(user: 7, username: "An", range: TextRange(10, 13)),
            ])
        #expect(try reply("😀 {{ author | mention }}, {{ target | mention }}!", to: "x") == [.reply(draft)])
    }

    @Test func `channel links, message links and addresses in a template become links`() throws {
        let hashtag = JSONValue.array([.object(["channelId": .string("11"), "s": .integer(3), "e": .integer(11)])])
        #expect(try reply("in {{ channel | link }}", to: "x") == [.reply(Draft(Content("in #general", extras: ["hg": hashtag])))])
        let address = "https://mezon.ai/chat/clans/1/channels/11#100"
        #expect(
            try reply("{{ message | link }} x", to: "x") == [
                .reply(Draft(Content(address + " x", markup: [Markup("lk", TextRange(0, address.utf16.count))])))
            ])
        #expect(
            try reply("Đọc (https://a.example/x?y=1). {{ message.text }}", to: "https://b.example x") == [
                .reply(
                    Draft(
                        Content(
                            "Đọc (https://a.example/x?y=1). https://b.example x", markup: [Markup("lk", TextRange(5, 28))])))
            ])
    }

    @Test func `allow_mentions limits the names in a text that notify`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                then: { reply: { text: "@everyone @staff @an @mai {{ message.text }}", allow_mentions: [everyone, staff, an] } }
            """)
        #expect(
            harness.say("@everyone").actions == [
                .reply(
                    Draft(
                        Content("@everyone @staff @an @mai @everyone"),
                        mentions: [
                            Mention(user: Mention.everyone, range: TextRange(0, 9)),
                            Mention(user: 0, username: "", role: 21, roleName: "staff", range: TextRange(10, 16)),
                            Mention(user: 7, username: "an", range: TextRange(17, 20)),
                        ]))
            ])
    }

    @Test func `templates show the command name and its arguments`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: { command: roll }, then: { reply: '{{ command.name }}: {{ command.args }}' } }")
        #expect(harness.say("*Roll 2d6 now").actions == [.reply("roll: 2d6 now")])
    }

    @Test func `the raw filter yields a warning`() throws {
        let rule = "  - { id: a, trigger: message, then: { reply: '{{ message.text | raw }}' } }"
        #expect(try RuleEngineHarness.compile(rule).1 == ["1:66 raw-text"])
    }

    static let mistakes: [(String, trigger: String, code: String?)] = [
        ("{{ author.nam }}", "message", "template-path"), ("{{ author.name }}", "leave", nil),
        ("{{ author.name | default: someone }}", "leave", nil), ("{{ author | mention }}", "leave", nil),
        ("{{ author.name }}", "[message, button]", nil), ("{{ message.text }}", "join", "template-path"),
        ("{{ channel.name }}", "join", "template-path"), ("{{ command.args }}", "message", "template-path"),
        ("{{ target }}", "join", "template-path"), ("{{ target.id }}", "reaction", nil),
        ("{{ match.text }}", "message", "template-path"),
        ("{{ match.links[0].domain }}", "message", "template-path"), ("{{ match.links[x].domain }}", "message", "template-path"),
        ("{{ match.attachments[0].name | default: a file }}", "message", nil), ("{{ match.count }}", "message", "template-path"),
        ("{{ ladder.step }}", "message", "template-path"), ("{{ vars.x }}", "join", nil), ("{{ counters.x }}", "join", nil),
        ("{{ author | time }}", "message", "template-filter"), ("{{ event.time | mention }}", "message", "template-filter"),
        ("{{ author.name | link }}", "message", "template-filter"),
        ("{{ author | upper | mention }}", "message", "template-filter"),
        ("{{ author | mention | upper }}", "message", "template-filter"), ("{{ author | mention | default: x }}", "message", nil),
        ("{{ author.name | join: x }}", "message", "template-filter"),
        ("{{ author.name | plural: one }}", "message", "template-filter"),
        ("{{ author.name | shout }}", "message", "template-filter"), ("{{ author.name", "message", "template-syntax"),
        ("{{ author.name }}", "{ counter: { name: c, crosses: \"> 1\" } }", nil),
    ]

    @Test(arguments: mistakes)
    func `a missing or misused value is a compile error`(template: String, trigger: String, code: String?)
        throws
    {
        let rule = "  - { id: a, trigger: \(trigger), then: { send: { to: general, text: '\(template)' } } }"
        let found = try RuleEngineHarness.compile(rule).1.map { $0.split(separator: " ").last.map(String.init) ?? "" }
        #expect(found == (code.map { [$0] } ?? []))
    }

    static let addresses: [(String, [TextRange])] = [
        ("no address", []), ("https://a.example", [TextRange(0, 17)]),
        ("see https://a.example, and http://b.c/d?e=f!", [TextRange(4, 21), TextRange(27, 43)]),
        ("(https://a.example)", [TextRange(1, 18)]), ("https:// alone", []), ("😀\u{2003}https://a.example", [TextRange(3, 20)]),
        ("ftp://a.example", []),
    ]

    @Test(arguments: addresses)
    func `addresses are found without the surrounding punctuation`(text: String, ranges: [TextRange]) {
        #expect(URLFinder.ranges(in: text) == ranges)
    }
}
