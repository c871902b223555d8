import GRDB
import Synchronization

/// The place of a decision among all, and what it is about.
struct GivenTicket: Sendable {
    var ticket: Int64
    var sequence: Int64
    /// The edition of the rules that decides.
    var version: String
}

/// Tickets that were given out, until something on disk tells of them.
final class GivenTickets: Sendable {
    private let open = Mutex<[GivenTicket]>([])

    func give(_ given: GivenTicket) { open.withLock { $0.append(given) } }

    /// - Parameter own: entries that are told of by what is written along with it.
    func telling(but own: Set<Int64>) -> Telling { Telling(self, own) }

    /// What one write tells of tickets. Carried out again, as a write that the disk refused is, it tells the same again.
    final class Telling: Sendable {
        private let tickets: GivenTickets
        private let own: Set<Int64>
        private let told = Mutex<[GivenTicket]>([])

        fileprivate init(_ tickets: GivenTickets, _ own: Set<Int64>) {
            self.tickets = tickets
            self.own = own
        }

        func tell(_ database: Database) throws {
            let fresh = tickets.open.withLock { open in
                defer { open = [] }
                return open
            }
            let all = told.withLock { told in
                told += fresh
                return told
            }
            for given in all where !own.contains(given.sequence) {
                try GivenTable.note(given, in: database)
            }
        }
    }
}
