import ChatModel
import Testing

@testable import RuleEngine

struct RepeatCharsConditionTests {
    @Test(
        arguments: [
            ("repeat_chars: { run: \"> 4\" }", "heLlLlLo", .yes("repeat_chars.run 5 > 4")),
            ("repeat_chars: { run: \"> 4\" }", "a     b", .no("repeat_chars.run: 1 is not > 4")),
        ] as [(String, String, ConditionTestHarness.MessageCase)])
    func `a repeat_chars condition measures the longest run of a character`(
        condition: String, text: String, said: ConditionTestHarness.MessageCase
    ) throws {
        #expect(try ConditionTestHarness().ask("{ \(condition) }", .make(text)) == said)
    }
}
