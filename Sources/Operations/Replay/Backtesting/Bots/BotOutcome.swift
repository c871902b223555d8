import BotKit
import ChatModel
import Storage

/// The outcome of a bot for an event in one branch of a backtest.
enum BotOutcome {
    /// The results; none if the bot does not act or is not invoked.
    case done([AuthorResult])
    /// The reason why the history does not determine it.
    case unknown(String)

    static let nothing = BotOutcome.done([])

    /// - Parameter author: The author in traces, for example `rule:ask/bot:kudos`.
    init(_ results: [AuthorResult], by author: String) {
        self = .done(
            results.filter { !$0.actions.isEmpty || !["", Trace.skip].contains($0.summary) }.map { result in
                var result = result
                result.author = author
                return result
            })
    }

    init(failure: String, by author: String) {
        self = .done([AuthorResult(author: author, actions: [], reason: failure, summary: Trace.failed)])
    }

    /// Creates the outcome that a trace shows.
    init(_ steps: [Trace.Step]) {
        self = .done(steps.map { AuthorResult(author: $0.who, actions: [], reason: $0.why, summary: $0.what) })
    }

    var isUnknown: Bool { if case .unknown = self { true } else { false } }
    var results: [AuthorResult] { if case .done(let results) = self { results } else { [] } }
    var actions: [Action] { results.flatMap(\.actions) }

    /// The number of requests of each kind.
    var requests: [String: Int] {
        var counts: [String: Int] = [:]
        for result in results {
            let shown = result.summary.split(separator: ", ").map { String($0) }
            let kinds = result.actions.isEmpty ? shown.filter { !Self.noRequests.contains($0) } : result.actions.map(\.kind)
            for kind in kinds { counts[kind, default: 0] += 1 }
        }
        return counts
    }

    /// The actions for display.
    var shown: String {
        switch self {
        case .unknown: "unknown"
        case .done(let results):
            results.isEmpty
                ? "nothing"
                : results.map { $0.summary.isEmpty ? $0.actions.map(\.kind).joined(separator: ", ") : $0.summary }
                    .joined(separator: "; ")
        }
    }

    private static let noRequests = [Trace.failed, Trace.withheld, Trace.skip]
}

/// A difference between the outcomes of a bot in the branches of a backtest.
struct BotDifference {
    var kind: BacktestDifference.Kind
    var certainty: BacktestDifference.Certainty
    var author: String
    var severity = ActionSeverity.talk
    var before: String
    var after: String
    var why: String
    var entry: Entry
    var event: Event
    /// The requests of each kind that only count if the difference is known.
    var requests: (before: [String: Int], after: [String: Int]) = ([:], [:])
}
