import BotTesting
import BotTestingTraits
import Synchronization
import Testing

struct TranscriptTraitTests {
    private static let seen = Mutex<[String]>([])

    /// Records and suppresses one issue.
    private static let recordingIssue = IssueHandlingTrait.compactMapIssues { issue in
        let comments = issue.comments.map(\.rawValue)
        guard comments.contains("this one is looked at") else { return issue }
        seen.withLock { $0 += comments }
        return nil
    }

    @Test(recordingIssue, .transcript) func `an issue includes the transcripts of the test's clans`() async throws {
        let clan = try await TestClan(rules: "- { id: hi, trigger: message, then: [{ reply: Hi! }] }")
        try await clan.user("an").says("hello")
        Issue.record("this one is looked at")
        #expect(Self.seen.withLock { $0 } == ["this one is looked at", clan.transcript])
        #expect(clan.transcript.contains("→ #general reply \"Hi!\""))
    }
}
