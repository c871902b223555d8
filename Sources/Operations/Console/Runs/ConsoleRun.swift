import Foundation
import MezonBotApp
import Replay

/// Long work that a form has started.
struct ConsoleRun: Sendable {
    enum Work: Sendable, Hashable {
        case tests(EditorDraft)
        /// Compares the decisions of the last days with those of the active rules.
        case backtest(EditorDraft, days: Int)
        case suggestions(SuggestionQuery)
        /// Computes what a rewind would take back.
        case rewindPlan(RewindRequest)
        case rewind(RewindRequest)

        var kind: Kind {
            switch self {
            case .tests, .backtest: .draft
            case .suggestions: .suggestions
            case .rewindPlan, .rewind: .rewind
            }
        }

        /// A Boolean value that indicates whether a run ends when no page shows it any more.
        var needsReader: Bool {
            switch self {
            case .suggestions, .rewindPlan: true
            case .tests, .backtest, .rewind: false
            }
        }

        /// A Boolean value that indicates whether a run changes nothing, so that it can be cancelled.
        var isCancellable: Bool { if case .rewind = self { false } else { true } }

        /// The draft that is tried; nil for other work.
        var draft: EditorDraft? {
            switch self {
            case .tests(let draft), .backtest(let draft, _): draft
            case .suggestions, .rewindPlan, .rewind: nil
            }
        }
    }

    /// The runs of which the last one is kept, each with a page of its own.
    enum Kind: Sendable, Hashable {
        case draft, suggestions, rewind

        var address: String {
            switch self {
            case .draft: "/editor/run"
            case .suggestions: "/rules/suggest"
            case .rewind: "/rules/rewind"
            }
        }
    }

    /// The result of a test: an inline test that failed, or a fixture.
    struct TestLine: Sendable, Hashable {
        var text: String
        var isPassed: Bool
    }

    enum Outcome: Sendable {
        case tests([TestLine])
        case backtest(BacktestReport)
        case suggestions(SuggestedChanges)
        case plan(RewindPlan)
        /// The reply to a change.
        case done(AdminReply)
        /// It ended without a result, for the given reason.
        case failed(String)
        case tooSlow
        case cancelled
    }

    /// A number that no other run of the process has.
    let number: Int
    let work: Work
    /// The session that has started it, to which alone the draft is shown.
    let session: SecretToken
    /// The part that is done, and the whole; the whole is zero until it is known.
    var done: Int64 = 0
    var total: Int64 = 0
    /// The result; nil while it runs.
    var outcome: Outcome?
    var endedAt: Date?

    var isRunning: Bool { outcome == nil }
    var percent: Int { total > 0 ? Int(100 * min(done, total) / total) : 0 }

    /// The reason why there is no result; empty if there is one.
    func problem(_ texts: Texts) -> String {
        switch outcome {
        case .failed(let reason): reason
        case .tooSlow: texts["run_too_slow"]
        case .cancelled: texts["run_cancelled"]
        case .tests, .backtest, .suggestions, .plan, .done, nil: ""
        }
    }
}
