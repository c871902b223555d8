import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct EmbedTemplateTests {
    private static func rule(_ embed: String) -> String {
        "  - { id: a, trigger: message, then: { send: { to: mod-log, embed: \(embed) } } }"
    }

    private static func embed(_ embed: String, _ text: String = "xin chào", warned: Set<String> = []) throws -> JSONValue? {
        let actions = try RuleEngineHarness(Self.rule(embed), warned: warned).say(text) {
            $0.author.avatar = "https://cdn.example/b.png"
        }
        .actions
        guard case .send(let draft, 14)? = actions.first else { return nil }
        return draft.content.extras["embed"]?.array?.first
    }

    @Test func `an embed shows title, author, pictures, footer and time`() throws {
        let embed = try Self.embed(
            """
            { title: Report, url: "https://a.example/q?text={{ message.text }}", text: "{{ message.text }}",
              author: { name: "{{ author.name }}", url: "https://a.example/b", icon: "{{ author.avatar }}" },
              image: "https://a.example/{{ message.id }}.png", thumbnail: "https://a.example/t.png",
              footer: { text: "in {{ channel.name }}", icon: "https://a.example/i.png" }, timestamp: true }
            """.replacing("\n", with: " "))
        #expect(
            embed == [
                "title": "Report", "url": "https://a.example/q?text=xin%20ch%C3%A0o", "description": "xin chào",
                "author": ["name": "Bình", "url": "https://a.example/b", "icon_url": "https://cdn.example/b.png"],
                "image": ["url": "https://a.example/100.png"], "thumbnail": ["url": "https://a.example/t.png"],
                "footer": ["text": "in general", "icon_url": "https://a.example/i.png"], "timestamp": "2026-01-07T12:00:00Z",
            ])
    }

    @Test func `an address that is not https is left out, and the trace says so`() throws {
        let harness = try RuleEngineHarness(
            Self.rule("{ text: x, image: \"{{ message.text }}\" }"), warned: ["1:86 raw-text"])
        for text in ["http://a.example/x.png", "javascript:alert(1)", "https://", "https://a@b.example/", "hello"] {
            let decision = harness.say(text)
            guard case .send(let draft, 14)? = decision.actions.first else {
                Issue.record("\(decision)")
                return
            }
            #expect(draft.content.extras["embed"] == [["description": "x"]])
            #expect(decision.results.first?.reason.contains("the embed omits 'image'") == true)
        }
        #expect(
            try Self.embed("{ image: \"{{ message.text }}\" }", "https://a.example/x.png", warned: ["1:77 raw-text"]) == [
                "image": ["url": "https://a.example/x.png"]
            ])
    }

    @Test(arguments: [
        ("{ image: \"http://a.example/x.png\" }", "bad-url"), ("{ image: x.png }", "bad-url"),
        ("{ image: \"https://{{ message.text }}\" }", "bad-url"), ("{ image: \"https://a.{{ author.id }}/x\" }", "bad-url"),
        ("{ title: x, url: \"https://a b/\" }", "bad-url"), ("{ text: x, url: \"https://a.example\" }", "missing-key"),
        ("{ author: { icon: \"https://a.example\" } }", "missing-key"), ("{ footer: { txt: x } }", "unknown-key"),
        ("{ timestamp: true }", "missing-key"),
    ])
    func `an embed with an invalid part is a compile error`(embed: String, code: String) throws {
        let found = try RuleEngineHarness.compile(Self.rule(embed)).1.compactMap { $0.split(separator: " ").last }
        #expect(found.contains { $0 == code }, "\(found)")
    }
}
