import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct CreateChannelActionTests {
    static let actions: [(String, NewChannel)] = [
        ("create_channel: \"room of {{ author.username }}\"", NewChannel("room of binh")),
        (
            "create_channel: { name: \" a   room \", type: voice, category: projects, private: true }",
            NewChannel("a room", kind: .voice, category: 31, isPrivate: true)
        ),
    ]

    @Test(arguments: actions)
    func `create_channel creates a channel in the clan of the event`(action: String, expected: NewChannel) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == [.clan(.createChannel(expected, of: 1))])
    }

    static let mistakes: [(String, String)] = [
        ("message", "{ name: x, type: direct }", "unknown-word"), ("message", "{ name: x, category: nowhere }", "unknown-name"),
        ("message", "{ type: text }", "missing-key"), ("{ schedule: day at 09:00 }", "x", "nothing-to-act-on"),
    ].map { ("trigger: \($0.0), then: { create_channel: \($0.1) }", $0.2) }

    @Test(arguments: mistakes)
    func `an invalid create_channel is an error`(rule: String, code: String) throws {
        let found = try RuleEngineHarness.compile("  - { id: a, \(rule) }").1
        #expect(found.map { $0.split(separator: " ").last.map(String.init) } == [code])
    }

    @Test func `create_channel needs a permission, a name, a clan, and no text of a private channel`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { create_channel: \"{{ message.text }}\" } }")
        #expect(harness.set.listing.first?.requiredPermissions == [.manageChannel])
        #expect(harness.say("confidential", in: 14).actions == [])
        #expect(harness.say("  ").actions == [])
        #expect(harness.say("room", in: 90, clan: 0).actions == [])
        #expect(harness.say("room").actions == [.clan(.createChannel(NewChannel("room"), of: 1))])
    }
}
