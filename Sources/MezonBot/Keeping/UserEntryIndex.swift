import Foundation
import Hooks
import MezonModel
import MezonWire
import Persistence

/// Where somebody occurs in the journal.
struct UserEntryIndex {
    /// Entries of what they did.
    private(set) var own: [Int64] = []
    /// Entries by which others deleted what they said: what was told of it has its text.
    private(set) var deletions: [Int64] = []
    /// Entries of what we said in answer.
    private(set) var answers: [Int64] = []
    /// Entries of others in which they occur.
    private(set) var named: [Int64] = []
    private(set) var names: Set<String> = []

    private static let stretch: Int64 = 20_000  // Entries of one look at the disk: some tens of milliseconds.

    /// - Parameter progress: told how far it has come: the entry.
    init(
        of user: UserID, in reader: JournalReader, through last: Int64, progress: (Int64) -> Void = { _ in }
    ) async throws {
        let bytes = FrameRedactor.traces(of: user)
        var messages: Set<MessageID> = []
        var position: Int64 = 0
        while position < last {
            // Numbers may be missing, and many: it goes on where there is one.
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
    /// Whether somebody did it, or it brought them.
    func isOf(_ user: UserID) -> Bool {
        if actor == user { return true }
        if case .memberJoined(let joined) = self { return joined.users == [user] }
        return false
    }
}
