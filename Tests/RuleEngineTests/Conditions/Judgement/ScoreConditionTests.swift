import BotConfiguration
import ChatModel
import Testing

@testable import RuleEngine

struct ScoreConditionTests {
    private static let signals = """
        [{ points: 3, when: { text: { contains: nitro } } }, { points: 1.5, when: { caps: { ratio: ">= 0.8", min_letters: 5 } } }, \
        { points: -2, when: { author: { has_role: staff } } }]
        """

    @Test(
        arguments: [
            (
                "FREE NITRO", 6,
                .yes("score.total 4.5 >= 4.5 (+3 text.contains found 'NITRO', +1.5 caps.ratio 1.00 of 9 letters >= 0.8)")
            ),
            ("free nitro", 6, .no("score.total: 3 is not >= 4.5 (+3 text.contains found 'nitro')")),
            ("hello", 6, .no("score.total: 0 is not >= 4.5")),
            (
                "FREE NITRO", 5,
                .no(
                    "score.total: 2.5 is not >= 4.5 (+3 text.contains found 'NITRO', +1.5 caps.ratio 1.00 of 9 letters >= 0.8, "
                        + "-2 author.has_role the user has staff)")
            ),
        ] as [(String, UserID, ConditionTestHarness.MessageCase)])
    func `a score adds the points of the signals that hold`(
        text: String, author: UserID, said: ConditionTestHarness.MessageCase
    ) throws {
        let message = Message.make(text, by: Author(id: author, username: "x", displayName: "X"))
        #expect(try ConditionTestHarness().ask("{ score: { of: \(Self.signals), total: \">= 4.5\" } }", message) == said)
    }

    @Test func `the total and what was found are available to templates`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                when: { score: { of: [{ points: 2, when: { text: { contains: nitro } } }], total: ">= 2" } }
                then: { reply: "{{ match.score }} {{ match.text }}" }
            """)
        #expect(harness.say("free NITRO").actions == [.reply("2 NITRO")])
    }

    @Test func `a rule with a score is only evaluated for messages that can reach it`() throws {
        func needed(_ total: String) throws -> Set<ScanKey>? {
            let rule = """
                  - id: a
                    trigger: message
                    when: { score: { of: [{ points: 3, when: { text: { contains: nitro } } }, { points: 3, when: { links: { any: true } } }], total: "\(total)" } }
                    then: [ delete ]
                """
            return try compiled(rule).rules.first?.when?.requiredScanKeys
        }
        #expect(try needed(">= 3")?.count == 2)
        #expect(try needed("< 4") == nil)
    }

    @Test(
        arguments: [
            ("[{ points: 2, when: { mentions: { me: true } } }]", "\">= 3\"", "never-true", "the signals add up to 0 to 2"),
            ("[{ points: 2, when: { mentions: { me: true } } }]", "\">= 0\"", "always-true", "the signals add up to 0 to 2"),
            ("[{ points: 0, when: { mentions: { me: true } } }]", "\">= 3\"", "no-effect", "a signal of 0 points"),
            ("[{ weight: 2, when: { mentions: { me: true } } }]", "\">= 1\"", "unknown-key", "'weight' is not a key"),
            ("[]", "\">= 1\"", "missing-value", "this list is empty"),
        ])
    func `a score that cannot work is reported`(signals: String, total: String, code: String, message: String) throws {
        let (_, diagnostics) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { score: { of: \(signals), total: \(total) } }, then: { reply: hi } }")
        #expect(diagnostics.contains { $0.code == code && $0.message.hasPrefix(message) }, "\(diagnostics)")
    }
}
