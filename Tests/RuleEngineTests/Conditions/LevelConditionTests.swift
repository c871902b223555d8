import ChatModel
import Testing

@testable import RuleEngine

struct LevelConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    @Test(arguments: [
        ("raid", MessageCase.yes("level it is raid")), ("[raised, raid]", .yes("level it is raid")),
        ("calm", .no("level: it is raid")),
    ])
    func `a level condition compares the clan's level`(level: String, said: MessageCase) throws {
        let alarmed = ConditionTestHarness.with(.level, "", "g1") { $0.text = "raid" }
        #expect(try alarmed.ask("{ level: \(level) }") == said)
        #expect(try ConditionTestHarness().ask("{ level: calm }") == .yes("level it is calm"))
    }
}
