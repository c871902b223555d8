import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ThreadActionTests {
    static let actions: [(String, ThreadOpening)] = [
        (
            "thread: { name: \"ticket {{ message.id }}\", text: Welcome }",
            ThreadOpening("ticket 100", members: [5], draft: "Welcome")
        ),
        (
            "thread: { name: Report, from: message, text: See above, private: true, with: [author, mai] }",
            ThreadOpening("Report", isPrivate: true, members: [5, 8], draft: "See above", quotesMessage: true)
        ),
    ]

    @Test(arguments: actions)
    func `a thread action opens a thread with its message`(action: String, expected: ThreadOpening) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == [.thread(expected)])
    }

    @Test func `the name of a thread is one short line`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { thread: { name: \"{{ message.text }}\", text: hi } } }")
        let long = String(repeating: "long ", count: 40)
        guard case .thread(let opening)? = harness.say("a\n b\u{7}\n\(long)").actions.first else {
            Issue.record("no thread")
            return
        }
        #expect(opening.name.hasPrefix("a b long"))
        #expect(opening.name.count == ThreadOpening.maxName)
        let empty = harness.say(" \n ")
        #expect(empty.actions == [])
        #expect(empty.results.first?.reason.contains("no name for the thread") == true)
    }

    @Test func `a thread is opened only in a clan`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, in: { dms: true }, then: { thread: { name: x, text: hi } } }")
        #expect(harness.say("hello", in: 90, clan: 0).actions == [])
        #expect(harness.say("hello").actions != [])
    }

    static let mistakes: [(String, [String])] = [
        ("thread: { text: hi }", ["1:38 missing-key"]),
        ("thread: { name: x }", ["1:38 missing-key"]),
        ("thread: { name: x, text: hi, save_as: t }", ["1:66 not-yet-known"]),
        ("thread: { name: x, text: hi, from: elsewhere }", ["1:63 unknown-word"]),
    ]

    @Test(arguments: mistakes)
    func `a mistake in a thread action is reported`(action: String, expected: [String]) throws {
        let found = try RuleEngineHarness.compile("  - { id: a, trigger: message, then: { \(action) } }").1
        #expect(found.map { $0.split(separator: " ").last } == expected.map { $0.split(separator: " ").last })
    }

    @Test func `a trigger without a message cannot be quoted`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: channel_created, then: { thread: { name: x, text: hi, from: message } } }"
        ).1
        #expect(found.map { $0.split(separator: " ").last } == ["nothing-to-act-on"])
    }
}
