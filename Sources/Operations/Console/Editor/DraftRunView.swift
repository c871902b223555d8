import Foundation
import Moderation
import Replay

/// The tests or the backtest of a draft: progress, then the result.
struct DraftRunView: Sendable {
    struct Example: Sendable {
        let kind: String
        let sequence: Int64
        let line: String
        let before: String
        let after: String
        let reason: String
        let hasReason: Bool
    }

    struct Change: Sendable {
        let author: String
        let newlyHit: Int
        let noLongerHit: Int
        let otherAction: Int
        let prevented: Int
        let unknown: Int
        let examples: [Example]
    }

    let exists: Bool
    let heading: String
    let file: String
    let isRunning: Bool
    let percent: Int
    let isOwn: Bool
    /// The reason why there is no result.
    let problem: String
    let hasProblem: Bool
    let tests: [ConsoleRun.TestLine]
    let isTest: Bool
    let failed: Int
    let isPassed: Bool
    let changes: [Change]
    let isBacktest: Bool
    let entries: Int
    let changed: Int
    let isSame: Bool
    /// The time of the checkpoint with which the backtest began.
    let checkpoint: String
    let hasCheckpoint: Bool
    let stoppedAt: Int64
    let isStopped: Bool

    /// - Parameter session: The session that looks; the draft is offered only to the one that has started the run.
    init(_ run: ConsoleRun?, for session: SecretToken, in zone: TimeZone, _ texts: Texts) {
        exists = run != nil
        file = run?.work.draft?.file ?? ""
        isOwn = run?.session == session
        isRunning = run?.isRunning ?? false
        percent = run?.percent ?? 0
        switch run?.work {
        case .tests: heading = texts["run_tests"]
        case .backtest(_, let days): heading = texts.text("run_backtest", ["days": "\(days)"])
        case .suggestions, .rewindPlan, .rewind, nil: heading = ""
        }
        var (tests, report) = ([ConsoleRun.TestLine](), BacktestReport?.none)
        switch run?.outcome {
        case .tests(let lines): tests = lines
        case .backtest(let found): report = found
        case .suggestions, .plan, .done, .failed, .tooSlow, .cancelled, nil: break
        }
        problem = run?.problem(texts) ?? ""
        hasProblem = !problem.isEmpty
        self.tests = tests
        isTest = !tests.isEmpty
        failed = tests.count { !$0.isPassed }
        isPassed = failed == 0
        isBacktest = report != nil
        entries = report?.entries ?? 0
        changed = report?.changed ?? 0
        isSame = report?.isSame ?? false
        checkpoint = report?.checkpoint?.stamp(in: zone) ?? ""
        hasCheckpoint = report?.checkpoint != nil
        stoppedAt = report?.stoppedAt ?? 0
        isStopped = report?.stoppedAt != nil
        changes = (report?.rules ?? []).map { change in
            Change(
                author: change.author, newlyHit: change.newlyHit.count, noLongerHit: change.noLongerHit.count,
                otherAction: change.otherAction.count, prevented: change.prevented.count, unknown: change.unknown.count,
                examples: change.tallies.flatMap(\.tally.examples).map { Example($0, in: zone, texts) })
        }
    }
}

extension DraftRunView.Example {
    fileprivate init(_ difference: BacktestDifference, in zone: TimeZone, _ texts: Texts) {
        let kind = texts[Self.key(of: difference.kind)]
        let isPlain = difference.certainty != .consequence
        self.init(
            kind: isPlain ? kind : texts.text("run_consequence", ["kind": kind]), sequence: difference.subject.sequence,
            line: difference.subject.line(in: zone), before: difference.before, after: difference.after, reason: difference.why,
            hasReason: !difference.why.isEmpty)
    }

    private static func key(of kind: BacktestDifference.Kind) -> String {
        switch kind {
        case .newlyHit: "run_newly_hit"
        case .noLongerHit: "run_no_longer_hit"
        case .otherAction: "run_other_action"
        case .prevented: "run_prevented"
        case .unknown: "run_unknown"
        }
    }
}
