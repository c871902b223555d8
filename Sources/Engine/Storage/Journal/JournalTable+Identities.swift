import ChatModel

/// The identities by which an event that is received again is recognized.
extension JournalTable {
    /// Returns the identities of events. A message received live, repeatedly or from history is one event. Edits are distinguished
    /// by content, because their times have a resolution of one second, and transfers of tokens by their transaction.
    static func identities(of events: [NewEntry], in database: any SQLSession) throws -> [Int64?] {
        var key: JournalKey?
        return try events.map { incoming in
            switch incoming.event {
            case .message, .systemMessage, .delete: return incoming.event.message.isNone ? nil : 0
            case .edit:
                let known = try key ?? JournalKeyTable.key(in: database)
                key = known
                return known.hash(incoming.frame)
            case .tokenSent(let transfer) where !transfer.transaction.isEmpty:
                let known = try key ?? JournalKeyTable.key(in: database)
                key = known
                return known.hash(Array("\(transfer.sender)/\(transfer.receiver)/\(transfer.transaction)".utf8))
            case .system(let event): return identity(of: event)
            default: return nil
            }
        }
    }

    static func identity(of event: SystemEvent) -> Int64? { event.identity.map { hash($0.utf8) } }

    /// FNV-1a, which unlike Swift's hashes is the same in every run. It is used for internal names only, because others could craft
    /// collisions.
    private static func hash(_ bytes: some Sequence<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}
