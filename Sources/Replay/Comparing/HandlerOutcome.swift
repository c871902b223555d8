import Foundation
import MezonModel
import Persistence

/// What one author came to about one entry.
struct HandlerOutcome: Equatable {
    /// One thing that was asked to be sent.
    struct RequestedDelivery: Equatable {
        var ordinal: Int
        var destination: ChannelID
        var payload: [UInt8]
        var after: NewDelivery.Dependency
    }

    var author: String
    /// What the trace says was done, hit by hit; empty for one who looked and did nothing.
    var done: [String] = []
    /// Why, in the same order; of one who did nothing what said no.
    var reasons: [String] = []
    var sendings: [RequestedDelivery] = []
    var cases: [CaseDraft] = []

    var isHit: Bool { !done.isEmpty }

    /// Whether the same is done, for whatever reason.
    func isSame(as other: HandlerOutcome) -> Bool { done == other.done && sendings == other.sendings && cases == other.cases }

    var whatWasDone: String { done.isEmpty ? "nothing" : done.joined(separator: "; ") }
    var reason: String { reasons.joined(separator: "; ") }

    /// By author, in the order in which they are first heard.
    static func deeds(
        _ steps: [Trace.Step], sending: [(author: String, RequestedDelivery)] = [], cases: [(author: String, CaseDraft)] = []
    ) -> [HandlerOutcome] {
        var deeds: [HandlerOutcome] = []
        func place(_ author: String) -> Int {
            if let place = deeds.firstIndex(where: { $0.author == author }) { return place }
            deeds.append(HandlerOutcome(author: author))
            return deeds.count - 1
        }
        for step in steps {
            let place = place(step.who)
            if step.what != Trace.miss, step.what != Trace.skip { deeds[place].done.append(step.what) }
            deeds[place].reasons.append(step.why)
        }
        for (author, sending) in sending { deeds[place(author)].sendings.append(sending) }
        for (author, draft) in cases { deeds[place(author)].cases.append(draft.asKept) }
        for place in deeds.indices { deeds[place].sendings.sort { $0.ordinal < $1.ordinal } }
        return deeds
    }
}

extension CaseDraft {
    /// With its end as the store keeps it, to the millisecond, and without the case that it belongs to, which changes nothing that is done.
    fileprivate var asKept: CaseDraft {
        var draft = self
        draft.incident = nil
        draft.until = until.map { end in
            Date(timeIntervalSince1970: (end.timeIntervalSince1970 * 1000).rounded() / 1000)
        }
        return draft
    }
}
