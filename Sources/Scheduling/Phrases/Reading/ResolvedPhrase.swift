package import Foundation
package import MezonModel

/// What a request for a reminder came to.
package struct ResolvedPhrase: Hashable, Sendable {
    package enum When: Hashable, Sendable {
        /// The wall time in `zone`, and the instant at which it comes.
        case once(CivilTime, Date)
        /// Of `zone`, from the first time on.
        case recurring(Recurrence, from: CivilTime)
    }

    /// A calendar whose days are left out, as it was named.
    package struct NamedCalendar: Hashable, Sendable {
        package var name: String
        package var range: TextRange
    }

    /// As it was said, in order; empty for nobody.
    package var who: [PhraseRecipient]
    package var when: When
    /// In which the time is meant.
    package var zone: ZoneRules
    /// Whether the text names the zone.
    package var isZoneNamed: Bool
    package var exceptions: [NamedCalendar]
    /// What is to be said then; `nil` where only a time was asked for.
    package var what: PhraseText?
    /// What the echo has to say because it was not written.
    package var notes: [PhraseNote]
    /// Where the time stands in the text.
    package var whenRange: TextRange
}

/// A stretch of what was written.
package struct PhraseText: Hashable, Sendable {
    package var text: String
    /// UTF-16 offsets
    package var range: TextRange
}
