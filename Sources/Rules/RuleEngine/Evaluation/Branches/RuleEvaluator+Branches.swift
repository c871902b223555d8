package import BotKit
package import ChatModel
import Foundation

/// A step of several branches of one history: an event that happens in some of them.
///
/// The leading branch decides by the changed rules, and the others follow it by either set. Where nothing that its decision depends on is
/// different in another branch, the decision counts there, too.
package struct BranchStep {
    let slice: RuleSlice
    let scan: EventScan?
    let context: EventContext
    /// The leading decision; nil if the event does not happen in that branch.
    fileprivate var led: Led?

    fileprivate struct Led {
        var decision: RuleDecision
        /// A Boolean value that indicates whether the rules or their counts are concerned at all.
        var isCounted: Bool
        var concernsChanges: Bool
    }

    /// - Parameter channel: A channel as the directory knows it.
    package init(_ slice: RuleSlice, _ event: Event, _ context: EventContext, channel: (ChannelID) -> Channel?) {
        self.slice = slice
        self.context = context
        scan = slice.scan(event, channel: channel)
    }
}

extension RuleEvaluator {
    /// Begins a step as the leading branch.
    package func beginStep() { state.beginStep() }

    /// Ends a step as the leading branch.
    package func endStep(followedBy others: @autoclosure () -> [RuleEvaluator]) {
        if state.needsPruning { state.endStep(others().map(\.state.horizon)) }
    }

    /// Prepares a following branch for a step, before the leading branch decides.
    ///
    /// - Parameter isShared: A Boolean value that indicates whether the event happens in both branches or in neither.
    package func prepare(for step: BranchStep, isShared: Bool) {
        guard let scan = step.scan, state.sharesCounts, let base = state.base else { return }
        if case .system = scan.event { return }
        let now = step.context.now
        if !isShared || max(state.newest, now) != max(base.newest, now) { state.countApart() }
    }

    /// Decides as the leading branch.
    package func lead(
        _ step: inout BranchStep, seeing lookup: DirectoryLookup, readingThresholdsOf readRules: Set<String>,
        formerRevision: @escaping (String) -> RuleSet?
    ) -> (decision: RuleDecision, readings: [ThresholdReading]) {
        let set = step.slice.changed
        guard let scan = step.scan, let input = RuleInput(scan, for: set) else {
            let decision = RuleDecision(version: set.version)
            let concernsChanges = step.scan.map { step.slice.concerns($0, nil) } ?? false
            step.led = BranchStep.Led(decision: decision, isCounted: false, concernsChanges: concernsChanges)
            return (decision, [])
        }
        let evaluation = decide(
            input, step.context, by: set, seeing: lookup, readingThresholdsOf: readRules, recordingOutside: false,
            leading: step.slice, formerRevision: formerRevision)
        step.led = BranchStep.Led(
            decision: evaluation.decision, isCounted: true, concernsChanges: evaluation.concernsChanges)
        return (evaluation.decision, evaluation.readings)
    }

    /// Decides as a following branch, by either set of the step, and returns whether the leading decision is taken over.
    package func follow(
        _ step: BranchStep, by set: RuleSet, seeing lookup: DirectoryLookup, formerRevision: @escaping (String) -> RuleSet?
    ) -> (decision: RuleDecision, isLed: Bool) {
        let isOther = set !== step.slice.changed
        var isNoted = false
        if let led = step.led, !(isOther && led.concernsChanges) {
            guard led.isCounted, let scan = step.scan else { return (led.decision, true) }
            note(scan, step.context, set, lookup)
            isNoted = true
            if !state.isConcerned, !isOther || state.base?.use.map(step.slice.concerns) == false {
                state.adopt()
                return (led.decision, true)
            }
        }
        guard let scan = step.scan, let input = RuleInput(scan, for: set) else {
            state.keepDifferences()
            return (RuleDecision(version: set.version), false)
        }
        if !isNoted { note(scan, step.context, set, lookup) }
        let evaluation = decide(
            input, step.context, by: set, seeing: lookup, recordingOutside: false, isNoted: true, formerRevision: formerRevision)
        state.keepDifferences(evaluation.written)
        return (evaluation.decision, false)
    }

    /// Stays as it is in a step whose event does not happen in this following branch.
    package func stay() { state.keepDifferences() }

    /// Counts an event in a following branch.
    private func note(_ scan: EventScan, _ context: EventContext, _ set: RuleSet, _ lookup: DirectoryLookup) {
        guard !state.sharesCounts || set.relays else { return state.advance(to: context.now) }
        set.note(facts(scan.event, context, set, scan.prefix, scan.scanResult, RecordingDirectory(lookup)))
    }

    /// Returns an evaluator that begins with the same state, which now leads, and follows it.
    package func follower(countingApart: Bool) -> RuleEvaluator {
        state.beginStep()
        let follower = RuleState(following: state)
        if countingApart { follower.countApart() }
        return RuleEvaluator(follower)
    }
}
