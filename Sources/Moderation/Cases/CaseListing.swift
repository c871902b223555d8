import BotConfig
package import Foundation
import MezonModel
package import Persistence

/// Cases as commands list them, with the names of people and channels beside their ids.
package struct CaseListing: Sendable {
    private let names: CaseNames
    private let phrases: Phrases

    /// - Parameter zone: in which times are shown.
    package init(_ names: CaseNames, in zone: TimeZone) {
        self.names = names
        phrases = Phrases(.en, in: zone, names: names)
    }

    package func line(_ record: RecordedCase) -> String {
        let draft = record.draft
        let place = draft.channel.isNone ? "" : " · in \(names.place(draft.channel))"
        return phrases.line(record) + " · user \(names.short(draft.user))" + place
    }

    package func detail(_ record: RecordedCase) -> String { phrases.detail(record) }
    package func plan(_ reversal: Reversal, enforced: Set<String>) -> [String] {
        phrases.plan(reversal) { enforced.contains($0) }
    }

    package static func json(_ record: RecordedCase) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(Object(record)), as: UTF8.self)
    }

    private struct Object: Encodable {
        struct Deed: Encodable {
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
        let deeds: [Deed]
        let about: CaseDraft

        init(_ record: RecordedCase) {
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
            deeds = record.deeds.map { Deed(status: "\($0.status)", reason: $0.reason) }
            about = record.draft
        }
    }
}
