import ChatModel

/// The newest messages of the journal, by which most new messages are recognized without the database.
///
/// Ids grow with time. A message is known only if its id is among the newest ones, or below all of them, in whatever channel.
struct NewestMessages: Sendable {
    /// The id up to which only the database knows whether a message is known.
    private var floor: MessageID
    /// The id from which that is the case, too: the journal has ids that are too far in the future.
    private let ceiling: MessageID
    /// The known ids in between.
    private var ids: Set<MessageID> = []
    private static let maxCount = 16_384  // Half a megabyte.

    /// - Parameter bounds: The ids between which the journal has no message.
    init(between bounds: (floor: MessageID, ceiling: MessageID)) { (floor, ceiling) = bounds }

    /// Records new messages if all events are such. Returns false, and records none, if one of them may be known.
    mutating func recordIfNew(_ events: [NewEntry]) -> Bool {
        for (index, event) in events.enumerated() {
            guard case .message(let message) = event.event, !message.channel.isExternal, message.id > floor,
                message.id < ceiling, ids.insert(message.id).inserted
            else {
                for recorded in events[..<index] { ids.remove(recorded.event.message) }
                return false
            }
        }
        forgetOldest()
        return true
    }

    /// Records a message that was appended.
    mutating func record(_ message: MessageID) {
        guard message > floor, message < ceiling else { return }
        ids.insert(message)
        forgetOldest()
    }

    /// Forgets the lower half of too many ids.
    private mutating func forgetOldest() {
        guard ids.count > Self.maxCount else { return }
        floor = ids.sorted()[Self.maxCount / 2]
        ids = ids.filter { $0 > floor }
    }
}
