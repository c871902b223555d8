import ChatModel
import Foundation
import Storage

/// The outcome of one author for one entry.
struct HandlerOutcome: Equatable {
    struct RequestedDelivery: Equatable {
        var ordinal: Int
        var destination: ChannelID
        var payload: [UInt8]
        var after: NewDelivery.Dependency
    }

    var author: String
    /// The actions in the trace, one for each hit; empty for an author that did not act.
    var done: [String] = []
    /// The reasons in the same order; for an author that did not act, the failed condition.
    var reasons: [String] = []
    var deliveries: [RequestedDelivery] = []
    var cases: [CaseDraft] = []

    var isHit: Bool { !done.isEmpty }

    /// Returns whether the outcomes are equal, ignoring their reasons.
    func isSame(as other: HandlerOutcome) -> Bool { done == other.done && deliveries == other.deliveries && cases == other.cases }

    var actionSummary: String { done.isEmpty ? "nothing" : done.joined(separator: "; ") }
    var reason: String { reasons.joined(separator: "; ") }

    /// Groups steps, deliveries and cases by author, in order of first occurrence.
    static func outcomes(
        of steps: [Trace.Step], deliveries: [(author: String, RequestedDelivery)] = [], cases: [(author: String, CaseDraft)] = []
    ) -> [HandlerOutcome] {
        var outcomes: [HandlerOutcome] = []
        func index(_ author: String) -> Int {
            if let index = outcomes.firstIndex(where: { $0.author == author }) { return index }
            outcomes.append(HandlerOutcome(author: author))
            return outcomes.count - 1
        }
        for step in steps {
            let index = index(step.who)
            if step.what != Trace.miss, step.what != Trace.skip { outcomes[index].done.append(step.what) }
            outcomes[index].reasons.append(step.why)
        }
        for (author, sending) in deliveries { outcomes[index(author)].deliveries.append(sending) }
        for (author, draft) in cases { outcomes[index(author)].cases.append(draft.asStored) }
        for index in outcomes.indices { outcomes[index].deliveries.sort { $0.ordinal < $1.ordinal } }
        return outcomes
    }
}

extension CaseDraft {
    /// The draft as stored: with a deadline in milliseconds, and without the incident, which has no effect on the actions.
    fileprivate var asStored: CaseDraft {
        var draft = self
        draft.incident = nil
        draft.until = until.map { end in
            Date(timeIntervalSince1970: (end.timeIntervalSince1970 * 1000).rounded() / 1000)
        }
        return draft
    }
}
