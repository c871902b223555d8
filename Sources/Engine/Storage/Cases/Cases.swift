package import AsyncSupport
import ChatModel
import Foundation

/// Cases: the measures taken against users.
package struct Cases: Sendable {
    /// Signals committed cases and questions that have a deadline.
    package let deadlineSignal = AsyncSignal()

    /// Inserts a case of a turn.
    ///
    /// - Parameter position: The position of the case among those of the turn.
    func insert(_ new: NewCase, position: Int, of turn: Turn, at now: Date, in transaction: Transaction) throws {
        try CaseTable.insert(
            new, position: position, cause: turn.sequence, version: turn.version, at: now, into: transaction.database)
        transaction.signal(deadlineSignal)
    }

    /// Applies the case changes of several authors. Returns the authors whose cases had all ended already.
    func apply(_ changes: [String: [CaseChange]], at now: Date, in transaction: Transaction) throws -> Set<String> {
        guard !changes.isEmpty else { return [] }
        transaction.signal(deadlineSignal)
        var tooLate: Set<String> = []
        for (author, changes) in changes.sorted(by: { $0.key < $1.key }) {
            let applied = try changes.filter { try CaseTable.apply($0, at: now, in: transaction.database) }
            if applied.isEmpty { tooLate.insert(author) }
        }
        return tooLate
    }
}
