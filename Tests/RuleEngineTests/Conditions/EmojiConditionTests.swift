import ChatModel
import Testing

@testable import RuleEngine

struct EmojiConditionTests {
    @Test(
        arguments: [
            ("emoji: { count: \"> 2\" }", "😀😀👨‍👩‍👧", .yes("emoji.count 3 > 2")),
            ("emoji: { count: \"> 2\" }", "12 #*", .no("emoji.count: 0 is not > 2")),
        ] as [(String, String, ConditionTestHarness.MessageCase)])
    func `an emoji condition counts emoji`(condition: String, text: String, said: ConditionTestHarness.MessageCase) throws {
        #expect(try ConditionTestHarness().ask("{ \(condition) }", .make(text)) == said)
    }
}
