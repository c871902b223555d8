import BotKit
import ChatModel
import Foundation
import RuleEngine
import Storage

/// One of the two branches of a backtest: rules with their own state, the measures that they have taken, and the jobs that they wait for.
struct BacktestBranch {
    /// An occurrence of a job of a rule: its owner, its name and its time in milliseconds.
    struct Occurrence: Hashable, Comparable {
        var due: Int64
        var author: String
        var name: String

        init(_ job: ScheduledJob, of author: String) {
            due = job.due.milliseconds
            self.author = author
            name = job.name
        }

        static func < (left: Occurrence, right: Occurrence) -> Bool {
            (left.due, left.author, left.name) < (right.due, right.author, right.name)
        }
    }

    private struct Owner: Hashable {
        var author: String
        var name: String
    }

    private(set) var replayer: DecisionReplayer
    /// The measures of this branch.
    private(set) var restraints = Restraints()
    /// The jobs that the rules wait for.
    private var jobs: [Owner: ScheduledJob] = [:]
    /// The occurrences that the history does not contain, and the first of them.
    private var unrecorded: [Owner: Occurrence] = [:]
    private(set) var nextOccurrence: Occurrence?

    init(_ replayer: DecisionReplayer) { self.replayer = replayer }

    /// Returns a branch that begins as this one. Either may go on.
    func copy() -> BacktestBranch {
        var copy = BacktestBranch(replayer.copy())
        copy.restraints = restraints
        copy.jobs = jobs
        copy.unrecorded = unrecorded
        copy.nextOccurrence = nextOccurrence
        return copy
    }

    /// The measure because of which an event does not happen in this branch; nil if it happens.
    mutating func prevention(
        of event: Event, at now: Date, beside other: Restraints.Measures, in history: RecordedRestraints
    ) -> Restraints.Measure? {
        restraints.prevention(of: event, in: replayer.clan(of: event), at: now, beside: other, in: history)
    }

    /// The clan to which an event belongs.
    func clan(of event: Event) -> ClanID { replayer.clan(of: event) }

    /// The values that thresholds of rules were compared with in the last decision.
    var readings: [ThresholdReading] { replayer.readings }

    /// Returns whether a message is never written in this branch.
    func isUnwritten(_ message: MessageID) -> Bool { restraints.isUnwritten(message) }

    /// The decision about an entry; nil if this build cannot read it. An occurrence of a job that this branch has for another time does
    /// not happen in it.
    mutating func decision(_ decided: JournalReader.Decided, _ event: Event) -> RuleDecision? {
        takes(event) ? replayer.decision(decided, event) : RuleDecision()
    }

    /// The decision about the event of a step, as the branch that the others follow.
    mutating func lead(_ step: inout BranchStep, _ event: Event) -> RuleDecision {
        takes(event) ? replayer.lead(&step) : RuleDecision()
    }

    /// The decision about the event of a step, as a branch that follows, and whether it is that of the leading one.
    ///
    /// - Parameter isHere: A Boolean value that indicates whether the event happens.
    mutating func follow(_ step: BranchStep, _ event: Event, isHere: Bool = true) -> (decision: RuleDecision, isLed: Bool) {
        guard isHere, takes(event) else {
            replayer.evaluator.stay()
            return (RuleDecision(), false)
        }
        return replayer.follow(step)
    }

    /// Returns whether an event happens in this branch. An occurrence that it has waited for is waited for no longer.
    private mutating func takes(_ event: Event) -> Bool {
        guard case .system(.due(let occurrence)) = event else { return true }
        let owner = Owner(author: occurrence.author, name: occurrence.job.name)
        guard let job = jobs[owner] else { return true }
        guard Occurrence(job, of: owner.author) == Occurrence(occurrence.job, of: owner.author) else { return false }
        jobs[owner] = nil
        return true
    }

    /// Applies what a decision causes later, and returns the members and places of measures that are new or lifted.
    ///
    /// - Parameters:
    ///   - clan: The clan of the event.
    ///   - now: The time at which the decision takes effect.
    ///   - ineffective: The members and places about which the recorded actions because of the entry had no effect.
    ///   - recorded: The occurrences in the history, which are decided where they stand.
    mutating func apply(
        _ decision: RuleDecision, in clan: ClanID, at sequence: Int64, _ now: Date, except ineffective: Set<Restraints.Key>,
        recorded: Set<Occurrence>
    ) -> [Restraints.Key] {
        for result in decision.results where !result.isShadow && result.isOfRuleAlone {
            for action in result.actions {
                switch action {
                case .schedule(let job):
                    let owner = Owner(author: result.author, name: job.name)
                    let occurrence = Occurrence(job, of: result.author)
                    jobs[owner] = job
                    forget(owner)
                    guard !recorded.contains(occurrence) else { continue }
                    unrecorded[owner] = occurrence
                    nextOccurrence = min(nextOccurrence ?? occurrence, occurrence)
                case .cancel(let name):
                    let owner = Owner(author: result.author, name: name)
                    jobs[owner] = nil
                    forget(owner)
                default: break
                }
            }
        }
        let onMembers = decision.onMembers
        guard !onMembers.isEmpty else { return [] }
        return apply(MemberActions(actions: onMembers, clan: clan, sequence: sequence, at: now), except: ineffective)
    }

    /// Applies actions on members, and returns the members and places.
    mutating func apply(_ taken: MemberActions, except ineffective: Set<Restraints.Key>) -> [Restraints.Key] {
        restraints.apply(taken, except: ineffective)
    }

    private mutating func forget(_ owner: Owner) {
        guard let occurrence = unrecorded.removeValue(forKey: owner), occurrence == nextOccurrence else { return }
        nextOccurrence = unrecorded.values.min()
    }

    /// The event of an occurrence that the history does not contain; nil if this branch does not wait for it.
    mutating func take(_ occurrence: Occurrence) -> Event? {
        let owner = Owner(author: occurrence.author, name: occurrence.name)
        guard let job = jobs[owner], Occurrence(job, of: owner.author) == occurrence else { return nil }
        jobs[owner] = nil
        forget(owner)
        return .system(.due(SystemEvent.Occurrence(author: owner.author, job, at: job.due)))
    }

    /// The decision about an event that the history does not contain.
    func decision(about event: Event, after sequence: Int64) -> RuleDecision? {
        replayer.decision(about: event, after: sequence)
    }
}

extension AuthorResult {
    /// A Boolean value that indicates whether a rule itself acts, and no bot that it runs: the jobs of such a bot are the bot's.
    fileprivate var isOfRuleAlone: Bool { author.hasPrefix("rule:") && !author.contains("/bot:") }
}
