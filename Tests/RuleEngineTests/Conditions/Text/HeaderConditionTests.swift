import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct HeaderConditionTests {
    private static let headers =
        "headers: { ticket: { id: identifier, priority: number, tags: tuple, urgent: flag, title: text } }\n"
    private static let body =
        #"<ticket>@id=T-42;@priority=7.5;@tags=(net,dns);@urgent;@title=It broke\; again</ticket><x>@nr=12;@open</x>Đây rồi"#

    private static func harness(_ condition: String, then: String = "reply: x") throws -> RuleEngineHarness {
        try RuleEngineHarness(
            "  - { id: a, trigger: [message, edit], when: \(condition), then: { \(then) } }", configuration: Self.headers)
    }

    private static func reason(_ condition: String, _ text: String = body) throws -> String? {
        try Self.harness("{ \(condition) }").say(text).results.first?.reason
    }

    @Test(arguments: [
        ("name: ticket", "header.name there is 'ticket'"), ("name: ticket, key: urgent", "header.key 'urgent' is 'true'"),
        ("name: ticket, key: id, is: T-42", "header.is 'id' is 'T-42'"),
        ("name: ticket, key: tags, is: [dns, mail]", "header.is 'tags' is 'net, dns'"),
        ("name: ticket, key: priority, is: 7.50", "header.is 'priority' is '7.5'"),
        ("name: ticket, key: priority, value: \"> 5\"", "header.value 7.5 > 5"),
        ("name: x, key: nr, value: 10..12", "header.value 12 is 10..12"), ("name: x, key: open", "header.key 'open' is 'true'"),
        (
            "name: ticket, key: title, text: { contains: BROKE }",
            "header.text 'title' is 'It broke; again', which has 'broke'"
        ),
    ])
    func `a header condition compares name, keys and values`(fields: String, reason: String) throws {
        #expect(try Self.reason("header: { \(fields) }") == reason)
    }

    @Test(arguments: [
        "name: z", "name: ticket, key: id, is: t-42", "name: ticket, key: priority, value: \"< 5\"",
        "name: ticket, key: title, text: { starts_with: again }", "name: x, key: m", "name: x, key: open, value: 1",
        "name: ticket, key: id, is: \"\"",
    ])
    func `a header condition does not hold for other values`(fields: String) throws {
        #expect(try Self.reason("header: { \(fields) }") == nil)
    }

    @Test(arguments: [
        "<ticket>@priority=high</ticket>x", "<ticket>@priority=1", "a<ticket>@id=1</ticket>", "<ticket>@urgent=1</ticket>x",
        "<-><ticket>@id=1</ticket>",
    ])
    func `a malformed header is treated as text`(text: String) throws {
        #expect(try Self.reason("header: { name: ticket }", text) == nil)
    }

    @Test func `text conditions include headers unless ignore is set`() throws {
        #expect(try Self.reason("text: { starts_with: \"<ticket>\" }") == "text.starts_with found '<ticket>'")
        #expect(try Self.reason("text: { starts_with: đây, ignore: headers }") == "text.starts_with found 'Đây'")
        #expect(try Self.reason("text: { any_word: net }") != nil)
        #expect(try Self.reason("text: { any_word: net, ignore: [headers] }") == nil)
        #expect(try Self.reason("text: { equals: \"<ticket>\", ignore: headers }", "<ticket>") != nil)
        #expect(try Self.reason("text: { length: 7, ignore: headers }") == "text.length 7 is 7")
    }

    @Test(arguments: [
        ("{{ header.ticket.id }}/{{ header.ticket.priority }}/{{ header.ticket.urgent }}", "T-42/7.5/true"),
        ("{{ header.ticket.tags }} {{ header.ticket.tags | join: + }}", "net, dns net+dns"),
        ("{{ header.ticket.title | upper }} {{ header.x.nr }}", "IT BROKE; AGAIN 12"),
        ("{{ header.y.z | default: none }}|{{ header.x.m }}", "none|"), ("{{ message.without_headers }}!", "Đây rồi!"),
    ])
    func `templates show header values`(template: String, shown: String) throws {
        let harness = try Self.harness("{ header: { name: x } }", then: "reply: \"\(template)\"")
        #expect(harness.say(Self.body).actions == [.reply(Draft(shown))])
    }

    @Test(arguments: [
        ("{ header: { key: id } }", "reply: x", "1:56 missing-key"),
        ("{ header: { name: ticket, key: idd } }", "reply: x", "1:77 unknown-header-key"),
        ("{ header: { name: tickets } }", "reply: x", "1:64 unknown-header"),
        ("{ header: { name: \"a b\" } }", "reply: x", "1:64 bad-name"),
        ("{ header: { name: ticket, is: x } }", "reply: x", "1:56 missing-key"),
        ("{ header: { name: ticket, key: id, value: 5 } }", "reply: x", "1:88 wrong-kind"),
        ("{ header: { name: ticket, key: priority, value: many } }", "reply: x", "1:94 bad-comparison"),
        ("{ header: { name: x } }", "reply: \"{{ header.ticket.nr }}\"", "1:90 unknown-header-key"),
        ("{ header: { name: x } }", "reply: \"{{ header.ticket }}\"", "1:90 template-path"),
        ("{ header: { name: x } }", "reply: \"{{ header.ticket.id | join: x }}\"", "1:109 template-filter"),
    ])
    func `an invalid header condition is reported at its position`(condition: String, then: String, mistake: String) throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: [message, edit], when: \(condition), then: { \(then) } }", configuration: Self.headers
        ).1
        #expect(found == [mistake])
    }
}
