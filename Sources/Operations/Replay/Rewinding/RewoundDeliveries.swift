import ChatModel
import MezonProtocol
import Storage

/// The deliveries of a rule, sorted by whether a request takes them back.
struct RewoundDeliveries {
    private let request: RewindRequest
    /// The cases of the rule, by their entries: their measures are not requests of their own.
    private let cases: [Int64: [StoredCase]]
    private(set) var removals: [SystemEvent.Rewind.Removal] = []
    private(set) var remnants: [RewindPlan.Remnant] = []
    /// The kinds of the requests that still wait to be sent, by their entries.
    private var waiting: [Int64: Set<String>] = [:]

    init(_ request: RewindRequest, _ cases: [StoredCase]) {
        self.request = request
        self.cases = Dictionary(grouping: cases, by: \.cause)
    }

    mutating func add(_ delivery: Delivery, of entry: Entry) {
        if delivery.status == .pending || delivery.status == .sending {
            let request = try? ResolvedActionCodec.outgoing(delivery.payload).request
            waiting[entry.sequence, default: []].insert(request?.kind ?? "")
            let reference = DeliveryReference(delivery.originalID, of: entry.sequence)
            return removals.append(.init(withdrawing: reference, to: delivery.destination))
        }
        guard let outgoing = try? ResolvedActionCodec.outgoing(delivery.payload) else {
            return keep(delivery, "unknown", of: entry, "this build cannot read the request")
        }
        let kind = outgoing.request.kind
        guard delivery.status == .sent else { return }
        guard !delivery.destination.isExternal else { return keep(delivery, kind, of: entry, "it was sent to another network") }
        switch outgoing.request {
        case .send(_, _, let topic): delete(delivery, kind, of: entry, topic)
        case .relay(let copy) where copy.isNew:
            delete(delivery, kind, of: entry, 0)
        case .react(let emoji, let message, let author):
            removals.append(.init(of: message, in: outgoing.channel, emoji: emoji, author: author))
        case .directMessage: keep(delivery, kind, of: entry, "a direct message may have been read")
        case .ephemeral: keep(delivery, kind, of: entry, "its reader has seen it")
        case .delete where hasCase(kind, entry), .member where hasCase(nil, entry): break
        case .delete: keep(delivery, kind, of: entry, "a deleted message does not come back")
        default: keep(delivery, kind, of: entry, "it cannot be taken back")
        }
    }

    /// Returns whether a measure of an entry was not carried out yet.
    func waits(for kind: String, since entry: Int64) -> Bool { waiting[entry]?.contains(kind) == true }

    private mutating func delete(_ delivery: Delivery, _ kind: String, of entry: Entry, _ topic: TopicID) {
        guard !delivery.message.isNone else { return keep(delivery, kind, of: entry, "its message is unknown") }
        removals.append(.init(of: delivery.message, in: delivery.destination, topic: topic))
        if delivery.sentParts > 1 { keep(delivery, kind, of: entry, "only the first of \(delivery.sentParts) parts is deleted") }
    }

    private func hasCase(_ kind: String?, _ entry: Entry) -> Bool {
        cases[entry.sequence]?.contains { kind == nil || $0.draft.kind == kind } ?? false
    }

    private mutating func keep(_ delivery: Delivery, _ kind: String, of entry: Entry, _ reason: String) {
        remnants.append(
            RewindPlan.Remnant(
                entry: entry.sequence, kind: kind, caseNumber: nil, clan: entry.clan, channel: delivery.destination,
                message: delivery.message.isNone ? entry.message : delivery.message, reason: reason))
    }
}

extension RelayedMessage {
    /// A Boolean value that indicates whether a copy is created, and not one that exists changed.
    fileprivate var isNew: Bool { if case .show = operation { true } else { false } }
}
