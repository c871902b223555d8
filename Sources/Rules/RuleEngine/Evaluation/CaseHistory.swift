import BotKit
import ChatModel
import Foundation

/// The measures that rules have taken against one user in one clan within a year, as far as they have been counted.
struct CaseHistory {
    private struct Measure: Hashable {
        let time: Int64  // Seconds since 1970.
        let incident: Int64
        let author: String
        let kind: String

        init(_ reference: MeasureReference, at now: Date) {
            time = Int64(now.timeIntervalSince1970)
            incident = reference.incident
            author = reference.author
            kind = reference.kind
        }

        init?(line: Substring) {
            let parts = line.split(separator: " ")
            guard parts.count == 4, let time = Int64(parts[0]), let incident = Int64(parts[1]) else { return nil }
            (self.time, self.incident, author, kind) = (time, incident, String(parts[2]), String(parts[3]))
        }

        var line: String { "\(time) \(incident) \(author) \(kind)" }
        func isSame(as other: MeasureReference) -> Bool {
            incident == other.incident && author == other.author && kind == other.kind
        }
    }

    /// The number of measures that are remembered of a user: more than any threshold needs.
    static let capacity = 200
    /// The longest window of conditions, in seconds.
    static let retention = 366 * 86_400.0

    private var measures: [Measure]

    /// Reads the measures from a stored entry.
    init(_ entry: StateEntry?) { measures = (entry?.text ?? "").split(separator: "\n").compactMap(Measure.init(line:)) }

    static func key(_ user: UserID, of clan: ClanID) -> StateKey {
        StateKey(.cases, "measures", SubjectScope([.user, .clan]).subject(user: user, channel: 0, clan: clan))
    }

    /// Returns the number of cases: the measures of one rule in one incident are one.
    ///
    /// - Parameters:
    ///   - start: The time from which measures count.
    ///   - kinds: The kinds of measures that count; all if empty.
    func count(since start: Date, of kinds: Set<String>) -> Int {
        let first = Int64(start.timeIntervalSince1970)
        let counted = measures.filter { $0.time >= first && (kinds.isEmpty || kinds.contains($0.kind)) }
        return Set(counted.map { "\($0.incident) \($0.author)" }).count
    }

    /// Adds the measures of a decision to the histories of their users.
    static func note(_ results: [AuthorResult], _ facts: Facts) {
        for result in results {
            for draft in result.cases where !draft.clan.isNone {
                let reference = MeasureReference(draft, by: result.author, causedBy: facts.sequence)
                change(draft.user, of: draft.clan, facts) { history in
                    history.measures = (history.measures + [Measure(reference, at: facts.now)]).suffix(capacity)
                }
            }
        }
    }

    /// Removes measures that have been undone.
    static func remove(_ undo: SystemEvent.Undo, _ facts: Facts) {
        for reference in undo.measures {
            change(reference.user, of: undo.clan, facts) { history in
                history.measures.removeAll { $0.isSame(as: reference) }
            }
        }
    }

    private static func change(_ user: UserID, of clan: ClanID, _ facts: Facts, _ change: (inout CaseHistory) -> Void) {
        let key = key(user, of: clan)
        let known = facts.state.entry(key, in: .real, at: facts.now)
        var history = CaseHistory(known)
        let before = history.measures
        change(&history)
        guard history.measures != before else { return }
        var entry = StateEntry(at: facts.now)
        entry.text = history.measures.map(\.line).joined(separator: "\n")
        entry.until = max(known?.until ?? facts.now, facts.now.addingTimeInterval(retention))
        facts.state.change(key, history.measures.isEmpty ? .forget : .set(entry), in: .real, at: facts.now)
    }
}

extension Facts {
    /// Returns the number of a user's cases in the clan of the event.
    func cases(of user: UserID, within seconds: Double, kinds: Set<String>) -> Int {
        CaseHistory(state.entry(CaseHistory.key(user, of: clan), in: .real, at: now))
            .count(since: now.addingTimeInterval(-seconds), of: kinds)
    }
}
