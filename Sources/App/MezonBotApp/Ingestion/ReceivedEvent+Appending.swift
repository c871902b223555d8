import ChatModel
import MezonClient
import Storage

extension HistoryGaps {
    /// Appends events and marks the bot's own ones.
    nonisolated(nonsending) func append(_ arrivals: [ReceivedEvent], me: UserID, leaving gaps: [HistoryGap]) async throws {
        try await append(arrivals.map { NewEntry($0, me: me) }, leaving: gaps)
    }

    /// Appends the events that fill a gap. Returns the number of new messages.
    nonisolated(nonsending) func append(
        _ arrivals: [ReceivedEvent], me: UserID, closing gap: HistoryGap, leaving rest: HistoryGap?
    ) async throws -> Int {
        try await append(arrivals.map { NewEntry($0, me: me) }, closing: gap, leaving: rest)
    }
}

extension Journal {
    /// Appends events without waiting, and marks the bot's own ones.
    func queue(
        _ arrivals: [ReceivedEvent], me: UserID, verify: @escaping @Sendable () throws -> Void,
        ended: @escaping @Sendable ((any Error)?) -> Void
    ) {
        queue(arrivals.map { NewEntry($0, me: me) }, verify: verify, ended: ended)
    }

    /// Appends events with the next commit, without waiting, if all of them are the bot's own. Returns whether they are.
    func queue(_ arrivals: [ReceivedEvent], ifSaidBy me: UserID) -> Bool {
        guard arrivals.allSatisfy({ $0.event.isSaid(by: me) }) else { return false }
        queueOwn(arrivals.map { NewEntry($0, me: me) })
        return true
    }
}

extension NewEntry {
    fileprivate init(_ arrival: ReceivedEvent, me: UserID) {
        self.init(
            event: arrival.event, frame: arrival.frame, receivedAt: arrival.receivedAt, isLate: arrival.isLate,
            isOwn: arrival.event.isSaid(by: me), isDecoded: !arrival.isLate)
    }
}

extension Event {
    /// Returns whether a user wrote, edited or reacted. A deletion does not identify who deleted.
    fileprivate func isSaid(by user: UserID) -> Bool {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.author.id == user
        case .reaction(let reaction): reaction.sender == user
        default: false
        }
    }
}
