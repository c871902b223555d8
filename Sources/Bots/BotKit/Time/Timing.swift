public import Foundation
import Recurrence

/// A single date, or a recurrence by the clocks of a time zone. It can be stored in a bot's state.
public struct Timing: Hashable, Sendable, Codable {
    private enum Kind: Hashable, Sendable, Codable {
        case once(Date)
        /// A recurrence in the notation of `JobSchedule`.
        case again(String)
    }

    private let course: Kind
    /// The identifier of the time zone in the IANA database.
    public let zone: String

    /// Creates a timing with a single occurrence.
    public init(at date: Date, in zone: TimeZone) {
        course = .once(date)
        self.zone = zone.identifier
    }

    init(_ reading: ResolvedPhrase) {
        zone = reading.zone.name
        switch reading.when {
        case .once(_, let instant): course = .once(instant)
        case .recurring(let recurrence, let start):
            course = .again(JobSchedule(Schedule(recurrence, in: reading.zone, from: start)).notation)
        }
    }

    /// A Boolean value that indicates whether the timing is a recurrence.
    public var isRecurring: Bool { notation != nil }

    /// The notation of the recurrence; nil for a single date.
    var notation: String? { if case .again(let notation) = course { notation } else { nil } }

    /// The date of a single occurrence; nil for a recurrence.
    public var once: Date? { if case .once(let date) = course { date } else { nil } }

    /// Returns the recurrence's schedule, or nil for a single date.
    ///
    /// - Throws: An error if another build stored the notation and it cannot be read, or if the system does not know its time
    ///   zone.
    func timetable(_ zones: ZoneRulesCache) throws -> JobSchedule? {
        try notation.map { try JobSchedule(notation: $0, in: zones) }
    }
}

/// One meaning of a phrase.
public struct TimeInterpretation: Hashable, Sendable {
    /// The date or recurrence.
    public let timing: Timing
    /// The first occurrence.
    public let first: Date
    /// The assumptions to mention to the user because they were not written: `no time was given: 09:00`.
    public let notes: [LocalizedText]
}
