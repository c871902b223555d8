import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct OnErrorKeywordTests {
    static let words: [(String, [AuthorResult.OnError])] = [
        ("delete", [.stop, .continue]), ("delete: { on_error: continue }", []), ("delete: { on_error: retry }", []),
        ("send: { to: mod-log, text: x, on_error: stop }", [.stop, .continue]), ("send: { to: mod-log, text: x }", []),
    ]

    @Test(arguments: words)
    func `onError comes from the action's on_error or from the default of its kind`(
        action: String, onError: [AuthorResult.OnError]
    ) throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: x } }, then: [ \(action), { reply: x } ] }")
        #expect(harness.say("x").results.map(\.onError) == [onError])
        #expect(harness.say("x").results.map(\.summary) == ["\(action.prefix { $0 != ":" }), reply"])
    }
}
