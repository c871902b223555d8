import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct NicknameActionTests {
    static let actions: [(String, String)] = [
        ("nickname: \"Helper of {{ author.name }}\"", "Helper of Bình"), ("nickname: { name: \" on   duty \" }", "on duty"),
    ]

    @Test(arguments: actions)
    func `a nickname action renames the bot in the clan of the event`(action: String, expected: String) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == [.clan(.nickname(expected, of: 1))])
    }

    @Test func `other members cannot be renamed`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { nickname: { to: author, name: x } } }"
        ).1
        #expect(found.map { $0.split(separator: " ").last } == ["not-possible"])
    }
}
