import Foundation
import Replay

/// The tests or the backtest of a draft.
struct DraftRun: Sendable {
    enum Work: Sendable, Hashable {
        case tests
        /// Compares the decisions of the last days with those of the active rules.
        case backtest(days: Int)
    }

    /// The result of a test: an inline test that failed, or a fixture.
    struct TestLine: Sendable, Hashable {
        var text: String
        var isPassed: Bool
    }

    enum Outcome: Sendable {
        case tests([TestLine])
        case backtest(BacktestReport)
        /// It ended without a result, for the given reason.
        case failed(String)
        case cancelled
    }

    var work: Work
    var draft: EditorDraft
    /// The session that has started it, to which alone the draft is shown.
    var session: SecretToken
    var startedAt: Date
    /// The part that is done, and the whole; the whole is zero until it is known.
    var done: Int64 = 0
    var total: Int64 = 0
    /// The result; nil while it runs.
    var outcome: Outcome?
}
