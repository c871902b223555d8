import ChatModel
import MezonProtocol
import Storage

/// The entries because of which bots acted on members in the history, read ahead of the one that is decided.
struct BotMeasureEntries {
    private static let length: Int64 = 4096  // Entries of a page.

    private let reader: JournalReader
    private var entries: Set<Int64> = []
    /// The entry through which they were read.
    private var through: Int64

    /// - Parameter beginning: The entry after which they are read.
    init(_ reader: JournalReader, after beginning: Int64) {
        self.reader = reader
        through = beginning
    }

    /// Returns whether a bot acted on a member because of an entry.
    mutating func contains(_ sequence: Int64) async throws -> Bool {
        while through < sequence {
            let last = through + Self.length
            for (cause, payload) in try await reader.payloadsOfBots(causedFrom: through + 1, through: last) {
                if case .member(_)? = try? ResolvedActionCodec.outgoing(payload).request { entries.insert(cause) }
            }
            through = last
        }
        return entries.contains(sequence)
    }
}
