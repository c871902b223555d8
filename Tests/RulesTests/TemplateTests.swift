import BotKit
import Testing

@testable import Rules

@Suite struct TemplateTests {
    private func reply(_ template: String, to text: String) throws -> [Action] {
        try compiled(
            "  - { id: a, trigger: message, when: { text: { contains: [x, '{', ' '] } }, then: { reply: \"\(template)\" } }"
        ).actions(text)
    }

    @Test(arguments: [
        ("{{ author.name }} ({{author.username}}) in {{ channel.label }}", "x", "Bình (binh) in general"),
        ("{{ message.text | upper | truncate: 4 }}", "xin chào", "XIN…"),
        ("{{ message.text | truncate: 8 }}", "xin chào", "xin chào"),
        ("{{ match.text | quote }}", "a X b", "“X”"),
        ("{{ message.text | default: none }}!", "x", "x!"),
        ("{ {{ author.name }} }", "x", "{ Bình }"),
        ("a }} b", "x", "a }} b"),
    ])
    func `a template shows values of the event`(template: String, text: String, shown: String) throws {
        #expect(try reply(template, to: text) == [.reply(Draft(shown))])
    }

    @Test func `what a user wrote is never read as a template, and mentions nobody`() throws {
        let text = "x @everyone {{ author.username }} {{"
        #expect(try reply("{{ message.text }}", to: text) == [.reply(Draft(Content(text), mentions: [], attachments: []))])
    }

    @Test func `a template that comes out empty says nothing`() throws {
        #expect(try reply("{{ message.text }}", to: "  ") == [])
    }
}
