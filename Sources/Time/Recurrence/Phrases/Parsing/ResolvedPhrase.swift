package import ChatModel
package import Foundation

/// A resolved request for a reminder.
package struct ResolvedPhrase: Hashable, Sendable {
    package enum When: Hashable, Sendable {
        /// The local time in `zone`, and its instant.
        case once(CivilTime, Date)
        /// The recurrence in `zone`, from its first time.
        case recurring(Recurrence, from: CivilTime)
    }

    /// A calendar whose days are excepted, by the name given.
    package struct NamedCalendar: Hashable, Sendable {
        package var name: String
        package var range: TextRange
    }

    /// The recipients in the order given; empty if none were named.
    package var who: [PhraseRecipient]
    package var when: When
    /// The time zone of the time.
    package var zone: ZoneRules
    /// A Boolean value that indicates whether the text names the time zone.
    package var isZoneNamed: Bool
    package var exceptions: [NamedCalendar]
    /// The text of the reminder; `nil` if only a time was requested.
    package var what: PhraseText?
    /// The notes that the confirmation must include.
    package var notes: [PhraseNote]
    /// The range of the time in the text.
    package var whenRange: TextRange
}

/// A range of the request's text.
package struct PhraseText: Hashable, Sendable {
    package var text: String
    /// The range in UTF-16 units.
    package var range: TextRange
}
