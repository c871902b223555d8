import BotTesting
public import Testing

/// A trait that adds to every issue of a test the events in its test clans until then: messages, every turn with its trace, and
/// requests sent.
///
///     @Test(.transcript) func `kudos counts`() async throws { … }
public struct TranscriptTrait: TestTrait, SuiteTrait, TestScoping {
    /// A Boolean value that indicates whether the trait of a suite applies to its tests.
    public let isRecursive = true

    /// Runs a test and adds the transcripts of its clans to its issues.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite's scope spans many tests, each of which has its own.
        guard testCase != nil else { return try await function() }
        let transcripts = Transcripts()
        let telling = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments += transcripts.texts.map { Comment(rawValue: $0) }
            return issue
        }
        try await Transcripts.$current.withValue(transcripts) {
            try await telling.provideScope(for: test, testCase: testCase, performing: function)
        }
    }
}

extension Trait where Self == TranscriptTrait {
    /// A trait that adds the events in the test's clans to every issue.
    public static var transcript: TranscriptTrait { TranscriptTrait() }
}
