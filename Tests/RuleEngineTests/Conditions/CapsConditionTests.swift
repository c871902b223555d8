import ChatModel
import Testing

@testable import RuleEngine

struct CapsConditionTests {
    @Test(
        arguments: [
            (
                "caps: { ratio: \">= 0.8\", min_letters: 5 }", "MUA NGAY đi",
                .no("caps.ratio: 0.78 of 9 letters is not >= 0.8")
            ),
            ("caps: { ratio: \">= 0.8\", min_letters: 5 }", "MUA NGAY ĐI 123", .yes("caps.ratio 1.00 of 9 letters >= 0.8")),
            ("caps: { ratio: \">= 0.8\", min_letters: 20 }", "MUA", .no("caps.min_letters: 3 letters are fewer than 20")),
            ("caps: { ratio: \">= 0.8\" }", "日本語日本語日本語", .no("caps.min_letters: 0 letters are fewer than 8")),
        ] as [(String, String, ConditionTestHarness.MessageCase)])
    func `a caps condition measures the ratio of capitals`(
        condition: String, text: String, said: ConditionTestHarness.MessageCase
    ) throws {
        #expect(try ConditionTestHarness().ask("{ \(condition) }", .make(text)) == said)
    }
}
