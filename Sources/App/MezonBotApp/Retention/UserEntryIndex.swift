import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
import Storage

/// The journal entries in which a user occurs.
struct UserEntryIndex {
    /// The entries of the user's own actions.
    private(set) var own: [Int64] = []
    /// The entries by which others deleted the user's messages; their deliveries may contain the deleted text.
    private(set) var deletions: [Int64] = []
    /// The entries of the bot's answers to the user.
    private(set) var answers: [Int64] = []
    /// The entries of others that contain the user.
    private(set) var named: [Int64] = []
    private(set) var names: Set<String> = []

    private static let stretch: Int64 = 20_000  // Entries of one query: some tens of milliseconds.

    /// - Parameter progress: Receives the number of the last entry processed.
    init(
        of user: UserID, in reader: JournalReader, through last: Int64, progress: (Int64) -> Void = { _ in }
    ) async throws {
        let bytes = FrameRedactor.traces(of: user)
        var messages: Set<MessageID> = []
        var position: Int64 = 0
        while position < last {
            // Sequence numbers may have large holes; the scan continues at the next entry.
            guard let next = try await reader.firstSequence(after: position) else { break }
            let end = min(last, max(position, next - 1) + Self.stretch)
            for entry in try await reader.entries(containing: bytes, after: position, through: end) {
                names.formUnion(FrameRedactor.names(of: user, in: entry.frame))
                if entry.event?.isOf(user) == true {
                    own.append(entry.sequence)
                    for delivery in try await reader.deliveries(causedBy: entry.sequence) { messages.insert(delivery.message) }
                } else {
                    named.append(entry.sequence)
                }
            }
            position = end
            progress(position)
        }
        let theirOwn = Set(own)
        deletions = try await reader.deletions(ofMessagesIn: own).filter { !theirOwn.contains($0) }
        for deletion in deletions {
            for delivery in try await reader.deliveries(causedBy: deletion) { messages.insert(delivery.message) }
        }
        answers = try await reader.ownEntries(of: messages)
        let theirs = Set(answers)
        named.removeAll { theirs.contains($0) }
    }
}

extension Event {
    /// Returns whether the user caused the event or joined with it.
    func isOf(_ user: UserID) -> Bool {
        if actor == user { return true }
        if case .memberJoined(let joined) = self { return joined.users == [user] }
        return false
    }
}
