import BotKit
import ChatModel
import MezonProtocol
import Storage

/// A turn under construction.
struct TurnBuilder {
    private(set) var turn: Turn
    private let event: Event
    private var ordinals: [String: Int] = [:]
    /// The number of times each rule has run each bot for this entry.
    private var runCounts: [String: Int] = [:]
    /// The indices of the deliveries that may be held back.
    private var answers: Set<Int> = []
    /// The web requests and orders that the same event caused before, for the retry of a dead letter.
    private var repeated: [RepeatedRequest]

    init(_ sequence: Int64, _ event: Event, repeating requests: [RepeatedRequest] = []) {
        repeated = requests
        turn = Turn(sequence: sequence, trace: Trace())
        self.event = event
    }

    mutating func note(_ who: String, _ what: String, _ why: String) { turn.trace.steps.append(.init(who, what, why)) }

    /// Returns the author name of a rule that runs a bot. Repeated runs get distinct names, so that each has its own record and
    /// chance.
    mutating func authorName(_ author: String, of bot: String) -> String {
        let earlier = runCounts["\(author)/\(bot)", default: 0]
        runCounts["\(author)/\(bot)"] = earlier + 1
        return earlier == 0 ? author : "\(author)#\(earlier + 1)"
    }

    /// Records a decision's ticket, revision, observations and misses, but not its results.
    mutating func record(_ decision: RuleDecision) {
        turn.ticket = decision.ticket
        turn.version = decision.version
        turn.isRecorded = decision.isRecorded
        turn.observations = decision.observations
        for miss in decision.misses { note(miss.author, Trace.miss, miss.reason) }
    }

    /// A Boolean value that indicates whether the turn contains answers.
    var hasAnswers: Bool { !answers.isEmpty }

    /// Removes the answers and records the reason.
    mutating func holdAnswers(because reason: String) {
        turn.deliveries = turn.deliveries.indices.filter { !answers.contains($0) }.map { turn.deliveries[$0] }
        note(Trace.Step.answerLimiter, Trace.held, reason)
        answers = []
    }

    mutating func note(_ answers: AnswerCount) { turn.answers = answers }

    mutating func append(_ event: SystemEvent) { turn.events.append(event) }

    mutating func add(_ result: AuthorResult) {
        let summary =
            result.summary.isEmpty ? result.actions.map(\.kind).joined(separator: ", ") : result.summary
        note(result.author, result.isShadow ? Trace.shadowPrefix + summary : summary, result.reason)
        guard !result.isShadow else { return }
        // An author may occur twice, for example a bot that is listed twice; its ordinals continue.
        let first = ordinals[result.author, default: 0]
        ordinals[result.author] = first + result.actions.count
        let steps = result.steps.flatMap { step in step.map { _ in step } }
        for (index, action) in result.actions.enumerated() {
            let step = steps[index]
            if let change = ScheduledJobChange(action, by: result.author) {
                turn.jobs.append(change)
                continue
            }
            if action.isInternal { continue }
            guard var outgoing = ResolvedAction(action, for: event, in: result.topic) else {
                let reason =
                    if case .request = action { "too many requests follow each other" } else { "the event has no target for it" }
                note(result.author, "failed", "\(action.kind): \(reason)")
                continue
            }
            if repeated.containsOrder(outgoing) {
                note(result.author, Trace.skip, "\(action.kind): this order was given before")
                continue
            }
            repeated.identify(&outgoing)
            let payload: [UInt8]
            do {
                payload = try ResolvedActionCodec.bytes(outgoing)
            } catch {
                note(result.author, "failed", "\(action.kind): it cannot be encoded: \(error)")
                continue
            }
            if outgoing.isAnswer, result.isLimited, !isNotice(index, of: result, outgoing) {
                answers.insert(turn.deliveries.count)
            }
            turn.deliveries.append(
                NewDelivery(
                    author: result.author, ordinal: first + index, destination: outgoing.channel, payload: payload,
                    decoded: outgoing,
                    after: result.onError.prefix(step.lowerBound).contains(.stop) ? .success : .nothing,
                    isEssential: result.onError.indices.contains(step.upperBound - 1)
                        && result.onError[step.upperBound - 1] == .stop,
                    step: step.count > 1 ? first + step.lowerBound : nil))
        }
        if !result.caseChanges.isEmpty {
            turn.caseChanges[result.author, default: []] += result.caseChanges
        }
        turn.events += result.events
        for draft in result.cases {
            var draft = draft
            draft.ordinals = draft.ordinals.map { $0 + first }
            turn.cases.append(NewCase(author: result.author, draft: draft))
        }
    }
}

extension TurnBuilder {
    /// Returns whether an action is no answer to the author: a question, a message to moderators elsewhere, or the notice of a
    /// sanction to the user concerned. All have the limits of their rule.
    private func isNotice(_ index: Int, of result: AuthorResult, _ outgoing: ResolvedAction) -> Bool {
        if result.questions?.contains(index) == true { return true }
        if result.moderatorNotices?.contains(index) == true { return outgoing.channel != event.channel }
        if case .ephemeral = outgoing.request { return !result.cases.isEmpty }
        return false
    }
}

extension Action {
    /// A Boolean value that indicates whether the action sends nothing: a bot is run in the same turn, or the rules store it.
    fileprivate var isInternal: Bool {
        switch self {
        case .run: true
        case .member(let action): !action.travels
        default: false
        }
    }
}

extension AuthorResult {
    /// A Boolean value that indicates whether the reply limit applies. Notices to moderators are always sent.
    fileprivate var isLimited: Bool { !author.hasPrefix("system:") || author == "system:help" }

    /// Returns a bot's result for a rule, under both names, so that two rules may run the same bot.
    func requested(by author: String) -> AuthorResult {
        var result = self
        result.author = "\(author)/\(self.author)"
        return result
    }
}
