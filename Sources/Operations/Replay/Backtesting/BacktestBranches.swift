import BotKit
import ChatModel
import Foundation
import RuleEngine
import Storage

/// The branches of a backtest, by the former and by the changed rules.
///
/// If it is known which rules have changed, the branch by the changed rules leads: the others take over its decisions wherever nothing that
/// a decision depends on is different in them.
struct BacktestBranches {
    struct Pair {
        var before: BacktestBranch
        var after: BacktestBranch
    }

    /// The decisions about one event. A branch in which it does not happen decides nothing.
    struct Decisions {
        var before: RuleDecision?
        var after: RuleDecision?
        /// The decisions of the undisturbed branches, if there are any.
        var undisturbed: (before: RuleDecision?, after: RuleDecision?)?
        /// A Boolean value that indicates whether it is certain that both sets of rules decide alike.
        var isShared = false
    }

    private let slice: RuleSlice?
    var real: Pair
    /// The same branches without anything prevented, from the first event that is; nil until then. What differs between them, too, differs
    /// because of the rules alone.
    var undisturbed: Pair?
    /// The measures of which the history shows the effect.
    var history: RecordedRestraints

    /// - Parameters:
    ///   - slice: The rules that have changed; nil to decide everything in each branch.
    ///   - before: Decides by the former rules. With a slice, its own are used.
    ///   - me: The bot's own account.
    init(_ slice: RuleSlice?, before: DecisionReplayer, after: DecisionReplayer, as me: UserID) {
        history = RecordedRestraints(as: me)
        self.slice = slice
        let former = slice.map { after.follower(with: $0.former, countingApart: $0.countsApart) } ?? before
        real = Pair(before: BacktestBranch(former), after: BacktestBranch(after))
    }

    /// The first occurrence of a job that the history does not contain.
    var nextOccurrence: BacktestBranch.Occurrence? {
        func first(_ left: BacktestBranch.Occurrence?, _ right: BacktestBranch.Occurrence?) -> BacktestBranch.Occurrence? {
            guard let left, let right else { return left ?? right }
            return min(left, right)
        }
        let next = first(real.before.nextOccurrence, real.after.nextOccurrence)
        guard let undisturbed else { return next }
        return first(next, first(undisturbed.before.nextOccurrence, undisturbed.after.nextOccurrence))
    }

    /// Begins the undisturbed branches, unless there are any.
    mutating func divide() {
        if undisturbed == nil { undisturbed = Pair(before: real.before.copy(), after: real.after.copy()) }
    }

    /// Decides about an entry.
    ///
    /// - Parameter isHere: The Boolean values that indicate whether it happens by the former rules, and by the changed ones.
    mutating func decide(
        _ decided: JournalReader.Decided, _ event: Event, isHere: (before: Bool, after: Bool)
    ) -> Decisions {
        guard let slice else {
            return Decisions(
                before: isHere.before ? real.before.decision(decided, event) : RuleDecision(),
                after: isHere.after ? real.after.decision(decided, event) : RuleDecision(),
                undisturbed: undisturbed.map { _ in
                    (undisturbed?.before.decision(decided, event), undisturbed?.after.decision(decided, event))
                })
        }
        var step = real.after.replayer.step(slice, event, real.after.replayer.context(decided.entry, event))
        prepare(step, isShared: isHere.before == isHere.after, isLed: isHere.after)
        let next = isHere.after ? real.after.lead(&step, event) : RuleDecision()
        let then = real.before.follow(step, event, isHere: isHere.before)
        let plain = undisturbed.map { _ in
            (undisturbed?.before.follow(step, event).decision, undisturbed?.after.follow(step, event).decision)
        }
        endStep()
        return Decisions(before: then.decision, after: next, undisturbed: plain, isShared: then.isLed)
    }

    /// Decides about an occurrence that the history does not contain, in the branches that wait for it.
    mutating func decide(_ occurrence: BacktestBranch.Occurrence, after sequence: Int64) -> (event: Event?, Decisions) {
        let (then, next) = (real.before.take(occurrence), real.after.take(occurrence))
        let plain = (before: undisturbed?.before.take(occurrence), after: undisturbed?.after.take(occurrence))
        var decisions = Decisions()
        guard let event = then ?? next ?? plain.before ?? plain.after else { return (nil, decisions) }
        if let slice, let context = real.after.replayer.context(event, after: sequence) {
            var step = real.after.replayer.step(slice, event, context)
            if let next { decisions.after = real.after.lead(&step, next) }
            let follower = real.before.follow(step, event, isHere: then != nil)
            if then != nil { decisions.before = follower.decision }
            if undisturbed != nil {
                let before = undisturbed?.before.follow(step, event, isHere: plain.before != nil).decision
                let after = undisturbed?.after.follow(step, event, isHere: plain.after != nil).decision
                decisions.undisturbed = (plain.before.flatMap { _ in before }, plain.after.flatMap { _ in after })
            }
            endStep()
        } else {
            decisions.before = then.flatMap { real.before.decision(about: $0, after: sequence) }
            decisions.after = next.flatMap { real.after.decision(about: $0, after: sequence) }
            if let undisturbed {
                decisions.undisturbed = (
                    plain.before.flatMap { undisturbed.before.decision(about: $0, after: sequence) },
                    plain.after.flatMap { undisturbed.after.decision(about: $0, after: sequence) }
                )
            }
        }
        return (then ?? next, decisions)
    }

    /// The measures because of which an event does not happen.
    struct Preventions {
        /// By the former rules; nil if it happens.
        var before: Restraints.Measure?
        /// By the changed rules; nil if it happens.
        var after: Restraints.Measure?
        /// A Boolean value that indicates whether the event is an effect of the former rules' measure, as a removed member's departure is.
        var isEffect: Bool
    }

    /// Determines whether an event of the history happens by the former rules and by the changed ones, and applies what it ends.
    mutating func preventions(of event: Event, at now: Date) -> Preventions {
        guard !real.before.restraints.isEmpty || !real.after.restraints.isEmpty else {
            history.apply(event, at: now)
            return Preventions(isEffect: false)
        }
        let earlier = real.before.restraints.measures
        let before = real.before.prevention(of: event, at: now, beside: real.after.restraints.measures, in: history)
        let after = real.after.prevention(of: event, at: now, beside: earlier, in: history)
        let isEffect = after.map { earlier.inForce($0.key, at: now) == $0 } ?? false
        history.apply(event, at: now)
        return Preventions(before: before, after: after, isEffect: isEffect)
    }

    /// Applies the actions of an invocation of a bot on members, and returns the members and places.
    mutating func apply(_ invocation: BotMemberActions, isLate: Bool) -> [Restraints.Key] {
        let turn = invocation.turn
        var taken = MemberActions(
            actions: turn.recorded.effective, clan: turn.clan, sequence: turn.entry.sequence, at: turn.entry.receivedAt,
            isLate: isLate)
        history.apply(taken)
        taken.actions = invocation.actions
        return invocation.side == 0
            ? real.before.apply(taken, except: turn.recorded.ineffective)
            : real.after.apply(taken, except: turn.recorded.ineffective)
    }

    /// Prepares the branches that follow for a step.
    private func prepare(_ step: BranchStep, isShared: Bool, isLed: Bool) {
        real.before.replayer.evaluator.prepare(for: step, isShared: isShared)
        undisturbed?.before.replayer.evaluator.prepare(for: step, isShared: isLed)
        undisturbed?.after.replayer.evaluator.prepare(for: step, isShared: isLed)
    }

    private func endStep() {
        real.after.replayer.evaluator.endStep(
            followedBy: [real.before, undisturbed?.before, undisturbed?.after].compactMap { $0?.replayer.evaluator })
    }
}
