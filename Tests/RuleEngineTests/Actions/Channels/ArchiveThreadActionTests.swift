import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ArchiveThreadActionTests {
    @Test func `archive_thread archives the thread of the event`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: archive_thread }")
        #expect(harness.say("done", in: 15).actions == [.clan(.archiveThread(named: nil))])
        let outside = harness.say("done")
        #expect(outside.actions == [])
        #expect(outside.results.first?.reason.contains("the channel is not a thread") == true)
    }

    @Test func `archive_thread archives a thread by its name`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { archive_thread: \"ticket {{ author.username }}\" } }")
        #expect(harness.say("done").actions == [.clan(.archiveThread(named: "ticket binh"))])
    }
}
