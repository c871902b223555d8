import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ArchiveChannelActionTests {
    private static func harness(_ action: String, mode: String = "enforce") throws -> RuleEngineHarness {
        let foreign = Channel(id: 41, clan: 2, label: "elsewhere")
        return try RuleEngineHarness(
            "  - { id: a, mode: \(mode), trigger: message, when: { text: { equals: done } }, then: \(action) }",
            names: RuleEngineHarness.names.replacing("mod-log: \"14\"", with: "mod-log: \"14\", elsewhere: \"41\""),
            channels: RuleEngineHarness.channels + [foreign])
    }

    static let actions: [(String, ChannelID)] = [
        ("archive_channel", 11), ("{ archive_channel: here }", 11), ("{ archive_channel: support }", 12),
    ]

    @Test(arguments: actions)
    func `archive_channel archives the channel of the event, or one by name`(action: String, expected: ChannelID) throws {
        let harness = try Self.harness(action)
        #expect(harness.say("done").actions == [.clan(.archiveChannel(expected))])
        #expect(harness.set.listing.first?.requiredPermissions == [.manageChannel])
    }

    @Test func `archive_channel archives no channel of another clan, and none from a direct conversation`() throws {
        #expect(try Self.harness("{ archive_channel: elsewhere }").say("done").actions == [])
        #expect(try Self.harness("{ archive_channel: support }").say("done", in: 90, clan: 0).actions == [])
    }

    @Test func `archive_channel is a sanction, which only an enforced rule performs`() throws {
        #expect(try Self.harness("archive_channel", mode: "shadow").say("done").actions == [])
    }
}
