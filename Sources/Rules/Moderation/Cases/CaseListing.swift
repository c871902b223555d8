import BotConfiguration
import ChatModel
package import Foundation
import Storage

/// Cases as listed by commands, of all clans together, with the names of users, channels and clans next to their ids.
package struct CaseListing: Sendable {
    let names: CaseNameResolver
    let phrases: ModerationMessages

    /// - Parameter zone: The time zone in which times are shown.
    package init(_ names: CaseNameResolver, in zone: TimeZone) {
        self.names = names
        phrases = ModerationMessages(.en, in: zone, names: names, isAcrossClans: true)
    }

    package func line(_ incident: Incident) -> String { phrases.line(incident) }
    package func detail(_ incident: Incident) -> String { phrases.detail(incident) }
    package func plan(_ reversal: Reversal, enforced: Set<String>) -> [String] {
        phrases.plan(reversal) { enforced.contains($0) }
    }

    package func json(_ incident: Incident) throws -> String {
        try JSONText.text(Object(incident, phrases, names))
    }

    fileprivate struct Object: Encodable {
        struct Named<ID: Encodable>: Encodable {
            let id: ID
            /// The name; `nil` if it is unknown.
            let name: String?
        }

        struct Measure: Encodable {
            let kind: String
            let reason: String
            let cause: Int64
            let until: Date?
            let standing: String
            let endedAt: Date?
            let undoneBy: String?
            /// The inverses of the part that is still in force.
            let inverses: [MemberAction]
            let actions: [ActionResult]
            let strike: Strike?
        }

        struct ActionResult: Encodable {
            let status: String
            let reason: String?
            let channel: Named<ChannelID>?
        }

        /// The reference accepted by `cases show` and `cases undo`: `Lab/12`.
        let reference: String
        let number: Int64
        let clan: Named<ClanID>
        let channel: Named<ChannelID>
        let user: Named<UserID>
        let message: MessageID
        let cause: Int64
        let author: String
        let version: String
        let createdAt: Date
        let standing: String
        let measures: [Measure]
        let evidence: [Evidence]

        init(_ incident: Incident, _ phrases: ModerationMessages, _ names: CaseNameResolver) {
            let leading = incident.leading
            let draft = leading.draft
            reference = phrases.reference(incident.number, incident.clan)
            number = incident.number
            clan = Named(id: incident.clan, name: names.clan(incident.clan))
            channel = Named(id: draft.channel, name: names.label(draft.channel))
            user = Named(id: draft.user, name: names.name(draft.user))
            message = draft.message
            cause = leading.cause
            author = leading.author
            version = leading.version
            createdAt = leading.createdAt
            standing = leading.status.word
            measures = incident.measures.map { Measure($0, names) }
            evidence = incident.evidence
        }
    }
}

extension CaseListing.Object.Measure {
    fileprivate init(_ record: StoredCase, _ names: CaseNameResolver) {
        kind = record.draft.kind
        reason = record.draft.reason
        cause = record.cause
        until = record.draft.until
        standing = record.status.word
        switch record.status {
        case .open: (endedAt, undoneBy) = (nil, nil)
        case .ended(let date): (endedAt, undoneBy) = (date, nil)
        case .undone(let date, let name): (endedAt, undoneBy) = (date, name)
        }
        inverses = record.isOpen ? record.inverses : []
        actions = record.actionResults.map { action in
            .init(
                status: "\(action.status)", reason: action.reason,
                channel: action.channel.isNone ? nil : .init(id: action.channel, name: names.label(action.channel)))
        }
        strike = record.draft.strike
    }
}

extension StoredCase.Status {
    var word: String {
        switch self {
        case .open: "open"
        case .ended: "ended"
        case .undone: "undone"
        }
    }
}
