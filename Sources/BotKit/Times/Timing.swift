public import Foundation
import Scheduling

/// When something comes: once, or again and again by the clocks of a zone. It can be kept in a bot's state.
public struct Timing: Hashable, Sendable, Codable {
    private enum Kind: Hashable, Sendable, Codable {
        case once(Date)
        /// In the notation of `JobSchedule`.
        case again(String)
    }

    private let course: Kind
    /// In whose clocks it is meant, by its name in the IANA database.
    public let zone: String

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

    public var isRecurring: Bool { notation != nil }

    /// Nil for what comes once.
    var notation: String? { if case .again(let notation) = course { notation } else { nil } }

    /// Nil for what comes again.
    public var once: Date? { if case .once(let date) = course { date } else { nil } }

    /// - Throws: where another build has written it, or the machine no longer knows its zone.
    func timetable(_ zones: ZoneRulesCache) throws -> JobSchedule? {
        try notation.map { try JobSchedule(notation: $0, in: zones) }
    }
}

/// One meaning of what somebody has said.
public struct TimeInterpretation: Hashable, Sendable {
    public let timing: Timing
    /// The first of its moments.
    public let first: Date
    /// What has to be said about it because it was not written: `no time was given: 09:00`.
    public let notes: [LocalizedText]
}
