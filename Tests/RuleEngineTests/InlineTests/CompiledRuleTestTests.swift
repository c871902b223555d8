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
}
