import MezonTesting
public import Testing

/// Prints with every issue of a test what happened in its test clans until then: what was said, every turn with its trace, what was sent.
///
///     @Test(.transcript) func `kudos counts`() async throws { … }
public struct TranscriptTrait: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite's scope is that of many tests, which have their own.
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
    /// Prints with every issue what happened in the test's clans.
    public static var transcript: TranscriptTrait { TranscriptTrait() }
}
