package import ChatModel
package import Foundation
import Storage

extension CaseListing {
    /// A case with its measures and evidence, with names beside ids.
    package struct Row: Sendable, Hashable {
        package struct Measure: Sendable, Hashable {
            /// The internal id, which an undo names.
            package var id: Int64
            package var kind: String
            package var reason: String
            package var standing: String
            /// The time at which it expires; nil if it does not.
            package var until: Date?
            package var endedAt: Date?
            package var undoneBy: String?
            /// The reasons of the actions that failed.
            package var refusals: [String]
            /// A Boolean value that indicates whether the measure is in force and an undo reverses something.
            package var isReversible: Bool
        }

        /// The reference that `cases show` accepts: `Lab/12`.
        package var reference: String
        package var clan: ClanID
        package var number: Int64
        /// The label of the channel.
        package var channel: String
        package var user: UserID
        /// The name of the user; the id if it is unknown.
        package var userName: String
        /// The entry that caused the case.
        package var cause: Int64
        package var message: MessageID
        /// The author, for example `rule:flood`.
        package var author: String
        package var createdAt: Date
        /// `open`, `ended` or `undone`.
        package var standing: String
        package var measures: [Measure]
        package var evidence: [Evidence]
    }

    /// The parts of a case.
    package func row(_ incident: Incident) -> Row {
        let leading = incident.leading
        let draft = leading.draft
        return Row(
            reference: phrases.reference(incident.number, incident.clan), clan: incident.clan, number: incident.number,
            channel: draft.channel.isNone ? "" : names.label(draft.channel) ?? "\(draft.channel)", user: draft.user,
            userName: names.name(draft.user) ?? "\(draft.user)", cause: leading.cause, message: draft.message,
            author: leading.author, createdAt: leading.createdAt, standing: leading.status.word,
            measures: incident.measures.map(Row.Measure.init), evidence: incident.evidence)
    }
}

extension CaseListing.Row.Measure {
    fileprivate init(_ record: StoredCase) {
        id = record.id
        kind = record.draft.kind
        reason = record.draft.reason
        standing = record.status.word
        until = record.draft.until
        switch record.status {
        case .open: (endedAt, undoneBy) = (nil, nil)
        case .ended(let date): (endedAt, undoneBy) = (date, nil)
        case .undone(let date, let name): (endedAt, undoneBy) = (date, name)
        }
        refusals = record.actionResults.filter(\.wasRefused).compactMap(\.reason)
        isReversible = record.isOpen && !record.inverses.isEmpty
    }
}
