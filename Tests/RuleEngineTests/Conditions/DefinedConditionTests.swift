import ChatModel
import Testing

@testable import RuleEngine

struct DefinedConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    @Test(arguments: [
        ("{ use: new-here }", MessageCase.yes("author.member_for 2h < 24h")),
        ("{ not: { use: new-here } }", .no("not author.member_for: 2h < 24h")),
        ("{ use: { younger-than: { age: 3h, words: [x, y] } } }", .yes("text.any_word found 'x'")),
        ("{ use: { younger-than: { age: 1h, words: z } } }", .no("author.member_for: 2h is not < 1h")),
        ("{ use: { younger-than: { age: 3h, words: z } } }", .no("text.any_word: 'z' was not found")),
    ])
    func `a defined condition evaluates to its definition`(condition: String, said: MessageCase) throws {
        #expect(try ConditionTestHarness().ask(condition, .make("x", by: .newcomer)) == said)
    }
}
