import BotConfiguration
import Testing

@testable import RuleEngine

/// Tests that inline rule tests run as written.
@Suite struct CompiledRuleTestTests {
    private func failures(_ test: String, when: String = "{ text: { contains: bad } }", then: String = "[ delete ]") throws
        -> [String]
    {
        try compiled(
            """
              - id: guard
                trigger: [message, edit]
                when: \(when)
                then: \(then)
                tests:
                  - { name: a case, \(test) }
            """
        ).failedTests().map(\.message)
    }

    @Test(arguments: [("me", true), ("an", false)])
    func `an inline test may reply to the bot or to a user`(name: String, hit: Bool) throws {
        let test = "given: { text: x, reply_to: \(name) }, expect: { hit: \(hit) }"
        #expect(try failures(test, when: "{ reply: { to: me } }") == [])
    }

    @Test(arguments: [
        "given: { text: so bad }, expect: { hit: true, actions: [delete], because: text.contains }",
        "given: { text: fine }, expect: { hit: false, because: text.contains }",
        "given: { text: bad, late: true }, expect: { hit: true }",
        "expect: { hit: false }",
    ])
    func `an inline test passes when its expectations are met`(test: String) throws {
        #expect(try failures(test) == [])
    }

    @Test(arguments: [
        ("given: { text: fine }, expect: { hit: true }", "the rule does not match: text.contains: 'bad' was not found"),
        ("given: { text: so bad }, expect: { hit: false }", "the rule matches because of text.contains found 'bad'"),
        (
            "given: { text: bad }, expect: { hit: true, because: cooldown }",
            "the deciding part is text.contains (text.contains found 'bad'), not cooldown"
        ),
        ("given: { text: bad }, expect: { hit: true, actions: [reply] }", "the rule requests delete, not reply"),
        ("given: { text: bad }, expect: { hit: true, counters: { strikes: 1 } }", "the counter strikes is 0, not 1"),
    ])
    func `a failing inline test reports what the rule did`(test: String, problem: String) throws {
        #expect(try failures(test) == ["'a case' of guard: \(problem)"])
    }

    @Test func `a test gives forwarding, kinds of cases and changes of roles`() throws {
        let (set, found) = try RuleEngineHarness.compile(
            """
              - id: forwards
                trigger: message
                when: { forwarded: true }
                then: [delete]
                tests:
                  - { name: a, given: { forwarded: true }, expect: { hit: true } }
                  - { name: b, given: {}, expect: { hit: false, because: forwarded } }
              - id: muted
                trigger: message
                when: { author: { cases: { count: ">= 2", kind: mute } } }
                then: [delete]
                tests:
                  - { name: a, given: { author: { cases: { count: 2, kind: mute } } }, expect: { hit: true } }
                  - { name: b, given: { author: { cases: 2 } }, expect: { hit: false } }
              - id: roles
                trigger: { role_changed: { role: dev, change: removed } }
                then: { send: { to: mod-log, text: "{{ role.name }}" } }
                tests:
                  - { name: a, given: {}, expect: { hit: true } }
                  - { name: b, given: { role_changed: { role: staff } }, expect: { hit: false } }
                  - { name: c, given: { role_changed: { change: added } }, expect: { hit: false } }
            """)
        #expect(found == [] && set.failedTests().map(\.message) == [])
        let (_, wrong) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: message
                then: [delete]
                tests:
                  - { name: a, given: { author: { cases: { count: 2, kind: scold } } }, expect: { hit: true } }
                  - { name: b, given: { role_changed: { change: lost } }, expect: { hit: true } }
            """)
        #expect(wrong.count == 2, "\(wrong)")
    }
}
