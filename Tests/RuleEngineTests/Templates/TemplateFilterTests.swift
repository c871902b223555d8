import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct TemplateFilterTests {
    private static func rule(_ template: String) -> String {
        "  - { id: a, trigger: message, then: { reply: '\(template)' } }"
    }

    static let shown: [(String, String, String)] = [
        ("{{ counters.c | plus: 3 | times: -2 }}", "x", "-6"), ("{{ counters.c | minus: 7 | divided_by: 2 }}", "x", "-4"),
        ("{{ message.text | plus: 1 | default: no number }}", "9223372036854775807", "no number"),
        ("{{ message.text | times: 2 | default: no number }}", "x", "no number"), ("{{ message.text | plus: 1 }}", "41", "42"),
        ("{{ message.text | replace: \"_\", \" \" }}", "a_b_c", "a b c"), ("{{ message.text | replace: b, \"\" }}", "abab", "aa"),
        ("{{ message.text | replace: \", \", \"; \" }}", "a, b", "a; b"),
        ("{{ counters.c | if: \">= 3\", last warning, \"> 0\", careful, \"welcome, \" }}x", "x", "welcome, x"),
        ("{{ counters.c | plus: 5 | if: \"4..6\", five, other }}", "x", "five"),
        ("{{ counters.c | if: \"> 0\", some }}.", "x", "."),
        ("{{ message.text | if: on, enabled, off, disabled, unknown }}", "OFF", "disabled"),
        ("{{ message.text | lower | if: on, enabled, unknown | upper }}", "?", "UNKNOWN"),
        ("{{ vars.none | if: \"\", empty, full }}", "x", "empty"),
    ]

    @Test(arguments: shown)
    func `filters calculate, replace and choose`(template: String, text: String, shown: String) throws {
        #expect(try RuleEngineHarness(Self.rule(template)).say(text).actions == [.reply(Draft(shown))])
    }

    @Test func `repeated replacement does not grow without bound`() throws {
        let filters = String(repeating: "| replace: a, aaaaaaaaaaaaaaaaaaaa ", count: 12)
        let actions = try RuleEngineHarness(Self.rule("{{ message.text \(filters)}}")).say("aaaa").actions
        guard case .reply(let draft)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(draft.content.text.count == 8000)
    }

    @Test(arguments: [
        "{{ counters.c | plus: x }}", "{{ counters.c | divided_by: 0 }}", "{{ counters.c | plus: 99999999999 }}",
        "{{ counters.c | if: many, a, b }}", "{{ counters.c | if: \"> 1\" }}", "{{ message.text | replace: a }}",
        "{{ message.text | replace: \"\", a }}", "{{ event.time | plus: 1 }}", "{{ author | if: a, b }}",
        "{{ counters.c | plus }}", "{{ counters.c | upper | times: 2 | mention }}",
    ])
    func `a misused filter is a compile error`(template: String) throws {
        #expect(try RuleEngineHarness.compile(Self.rule(template)).1.map { $0.split(separator: " ").last } == ["template-filter"])
    }
}
