import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ReactActionTests {
    @Test func `a react action adds its emoji to the event's message`() throws {
        #expect(try RuleEngineHarness.requested(by: "{ react: 👍 }") == [.react("👍")])
    }

    static let mistakes: [(String, String)] = [
        ("react", "1:40 missing-value"), ("{ react: [👍] }", "1:49 wrong-kind"), ("{ react: \" \" }", "1:49 missing-value"),
        ("{ react: \"{{ author.name }}\" }", "1:49 wrong-kind"), ("{ unreact: \"\" }", "1:51 missing-value"),
    ]

    @Test(arguments: mistakes)
    func `reactions require one emoji`(action: String, diagnostic: String) throws {
        let (_, found) = try RuleEngineHarness.compile("  - { id: a, trigger: message, then: [ \(action) ] }")
        #expect(found == [diagnostic])
    }
}
