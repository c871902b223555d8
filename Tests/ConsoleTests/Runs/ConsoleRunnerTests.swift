import BotTesting
import ChatModel
import Foundation
import Logging
import Testing

@testable import Console

struct ConsoleRunnerTests {
    private static let draft = ConsoleRun.Work.tests(EditorDraft(file: "config.yaml", text: "", digest: ""))
    private let time = ManualTime()
    private let runner: ConsoleRunner
    private let session: SecretToken

    init() {
        var generator = SystemRandomNumberGenerator()
        session = SecretToken(using: &generator)
        runner = ConsoleRunner(time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private var query: ConsoleRun.Work {
        get throws {
            .suggestions(
                try SuggestionQuery(
                    #require(FormFields("since=1d")), clans: [], at: time.now, in: .gmt, try Texts(.en)))
        }
    }

    @Test func `one run is under way at a time, and the last of each kind stays`() async throws {
        #expect(runner.start(Self.draft, for: session) { _ in .tests([]) })
        #expect(try !runner.start(query, for: session) { _ in .tests([]) })
        await runner.performPending()
        #expect(runner.latest(.draft)?.isRunning == false && runner.latest(.suggestions) == nil)
        #expect(try runner.start(query, for: session) { _ in .tests([]) })
        #expect(runner.latest(.draft)?.number == 1 && runner.latest(.suggestions)?.number == 2)
        #expect(runner.cancel() == .suggestions)
    }

    @Test func `a run that takes too long ends and says so`() async throws {
        let isStarted = runner.start(Self.draft, for: session) { [time] progress in
            #expect(progress.note(1, of: 2))
            time.advance(by: .seconds(61))
            #expect(!progress.note(2, of: 2))
            throw CancellationError()
        }
        #expect(isStarted)
        await runner.performPending()
        guard case .tooSlow = runner.latest(.draft)?.outcome else {
            Issue.record("\(String(describing: runner.latest(.draft)?.outcome))")
            return
        }
        #expect(runner.latest(.draft)?.percent == 100)
    }

    @Test func `nothing starts once the console has ended`() {
        runner.finish()
        #expect(!runner.start(Self.draft, for: session) { _ in .tests([]) })
    }
}
