import BotConfig
package import Foundation
import MezonModel
package import Persistence

/// Cases as commands list them, with the names of people and channels beside their ids.
package struct CaseListing: Sendable {
    private let names: CaseNameResolver
    private let phrases: ModerationMessages

    /// - Parameter zone: in which times are shown.
    package init(_ names: CaseNameResolver, in zone: TimeZone) {
        self.names = names
        phrases = ModerationMessages(.en, in: zone, names: names)
    }

    package func line(_ record: StoredCase) -> String {
        let draft = record.draft
        let place = draft.channel.isNone ? "" : " · in \(names.place(draft.channel))"
        return phrases.line(record) + " · user \(names.short(draft.user))" + place
    }

    package func detail(_ record: StoredCase) -> String { phrases.detail(record) }
    package func plan(_ reversal: Reversal, enforced: Set<String>) -> [String] {
        phrases.plan(reversal) { enforced.contains($0) }
    }

    package static func json(_ record: StoredCase) throws -> String {
        try JSONText.text(Object(record))
    }

    private struct Object: Encodable {
        struct ActionResult: Encodable {
            let status: String
            let reason: String?
        }

        let id: Int64
        let cause: Int64
        let author: String
        let version: String
        let createdAt: Date
        let standing: String
        let endedAt: Date?
        let undoneBy: String?
        let deeds: [ActionResult]
        let about: CaseDraft

        init(_ record: StoredCase) {
            id = record.id
            cause = record.cause
            author = record.author
            version = record.version
            createdAt = record.createdAt
            switch record.standing {
            case .open: (standing, endedAt, undoneBy) = ("open", nil, nil)
            case .ended(let date): (standing, endedAt, undoneBy) = ("ended", date, nil)
            case .undone(let date, let name): (standing, endedAt, undoneBy) = ("undone", date, name)
            }
            deeds = record.deeds.map { ActionResult(status: "\($0.status)", reason: $0.reason) }
            about = record.draft
        }
    }
}
