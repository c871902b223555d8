import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct MatchGroupTests {
    private static func rule(_ when: String, _ reply: String) -> String {
        "  - { id: a, trigger: message, when: \(when), then: { reply: \"\(reply)\" } }"
    }

    static let shown: [(String, String, String, String)] = [
        (#"{ text: { matches: '#(?P<id>\d+)' } }"#, "{{ match.groups.id }} {{ match.groups.1 }}", "see #42", "42 42"),
        (#"{ text: { matches: ['giá (\d+)k', 'mua (\d+)'] } }"#, "{{ match.groups.1 | plus: 1 }}", "GIÁ 20k", "21"),
        ("{ text: { matches: 'a(b)?c' } }", "[{{ match.groups.1 | default: none }}]", "ac", "[none]"),
        (
            "{ any: [{ text: { matches: 'x(?P<x>.)' } }, { text: { contains: b } }] }", "{{ match.groups.x | default: none }}",
            "ab", "none"
        ),
        ("[{ author: { name: { matches: '^(.)' } } }, { text: { contains: a } }]", "{{ match.groups.1 }}", "a", "B"),
        (
            "{ text: { matches: '(.+)' } }", "{{ match.groups.1 }}", "{{ x }} @everyone https://a.b",
            "{{ x }} @everyone https://a.b"
        ),
    ]

    @Test(arguments: shown)
    func `a template shows the capture groups of the pattern that was found`(
        when: String, reply: String, text: String, shown: String
    ) throws {
        #expect(try RuleEngineHarness(Self.rule(when, reply)).say(text).actions == [.reply(Draft(Content(shown), mentions: []))])
    }

    @Test func `groups are those of the event also in a branch, and after a wait`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                when: { text: { contains: '#' } }
                then:
                  - if: { when: { text: { matches: '#(\\d+)' } }, then: [{ wait: 5m }, { reply: 'issue {{ match.groups.1 }}' }] }
            """)
        let waits = harness.say("see #42").actions
        guard case .schedule(let job)? = waits.first else {
            Issue.record("\(waits)")
            return
        }
        let due = harness.feed(.system(.due(.init(author: "rule:a", job, at: job.due))))
        let texts = due.actions.compactMap { action -> String? in
            guard case .resolved(let resolved) = action else { return nil }
            return resolved.draft?.content.text
        }
        #expect(texts == ["issue 42"])
    }

    static let mistakes: [(String, String, String?)] = [
        ("{ text: { matches: '#(?P<id>.)' } }", "{{ match.groups.di }}", "1:94 template-path"),
        ("{ text: { contains: x } }", "{{ match.groups.1 }}", "template-path"),
        ("{ text: { matches: ['a(b)', 'cd'] } }", "{{ match.groups.1 }}", "template-path"),
        ("{ text: { matches: 'a(b)?' } }", "{{ match.groups.1 }}", "template-path"),
        ("{ text: { matches: 'a(b)?' } }", "{{ match.groups.1 | default: x }}", nil),
        ("{ text: { matches: 'a(b)?' } }", "{{ match.groups.2 | default: x }}", "template-path"),
        ("{ not: { text: { matches: 'a(b)' } } }", "{{ match.groups.1 }}", "template-path"),
        ("{ any: [{ text: { matches: 'a(b)' } }, { text: { matches: 'c(d)' } }] }", "{{ match.groups.1 }}", nil),
    ]

    @Test(arguments: mistakes)
    func `a group that does not exist or may be missing is a compile error`(when: String, reply: String, error: String?) throws {
        let found = try RuleEngineHarness.compile(Self.rule(when, reply)).1
        #expect(found.count == (error == nil ? 0 : 1) && found.allSatisfy { $0.hasSuffix(error ?? "") }, "\(found)")
    }
}
