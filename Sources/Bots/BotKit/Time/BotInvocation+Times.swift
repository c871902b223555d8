import Foundation
import Recurrence

extension BotInvocation {
    private var zones: ZoneRulesCache { context.zones }

    func ownTimeZone(of user: UserID) async throws -> TimeZone? {
        guard let json = try await state(UserTimeZone.key(user))?.json else { return nil }
        return zone(named: try JSONDecoder().decode(String.self, from: Data(json.utf8)))
    }

    func timeZone(of user: UserID) async throws -> TimeZone {
        try await ownTimeZone(of: user) ?? context.chatPreferences.timeZone(in: context.channel)
    }

    func zone(named name: String) -> TimeZone? { zones.zone(named: name).flatMap { TimeZone(identifier: $0.name) } }

    /// Resolves a phrase that must have a single meaning.
    ///
    /// - Throws: `UsageError` if the phrase is meaningless or ambiguous.
    func meaning(of spoken: TimePhrase, in zone: TimeZone) throws -> TimeInterpretation {
        let meanings = try meanings(of: spoken, in: zone, at: context.now)
        guard let first = meanings.first, meanings.count == 1 else {
            let list = meanings.prefix(3).map { text(of: $0.first, in: zone) }.joined(separator: ", ")
            throw UsageError(
                LocalizedText("this is ambiguous: \(list)", vi: "có thể hiểu nhiều cách: \(list)"), at: spoken.timeRange
            )
        }
        return first
    }

    /// Returns all possible meanings of a phrase.
    ///
    /// - Throws: `UsageError`.
    func meanings(of spoken: TimePhrase, in zone: TimeZone, at now: Date) throws -> [TimeInterpretation] {
        guard let zone = zones.zone(named: zone.identifier) else { throw ScheduleError.unknownZone(zone.identifier) }
        do throws(PhraseError) {
            return [try meaning(try spoken.draft.resolve(now: now, in: zone, zones: zones), of: spoken, at: now)]
        } catch {
            guard error.reason == .ambiguous, error.readings.count > 1 else { throw spoken.usageError(error) }
            do throws(PhraseError) {
                return try error.readings.map { reading throws(PhraseError) in try meaning(reading, of: spoken, at: now) }
            } catch {
                throw spoken.usageError(error)
            }
        }
    }

    private func meaning(_ reading: ResolvedPhrase, of spoken: TimePhrase, at now: Date) throws(PhraseError) -> TimeInterpretation
    {
        // Only rules have calendars.
        if let calendar = reading.exceptions.first {
            throw PhraseError(.impossible, at: calendar.range, words: calendar.name)
        }
        let first: Date? =
            switch reading.when {
            case .once(_, let instant): instant
            case .recurring(let recurrence, let start):
                Schedule(recurrence, in: reading.zone, from: start).next(after: now)
            }
        guard let first else {
            throw PhraseError(.impossible, at: reading.whenRange, words: spoken.draft.words(at: reading.whenRange))
        }
        return TimeInterpretation(timing: Timing(reading), first: first, notes: reading.notes.map(\.wording))
    }

    func moments(of timing: Timing, after date: Date, count: Int) throws -> [Date] {
        guard let timetable = try timing.timetable(zones) else {
            return [timing.once].compactMap(\.self).filter { $0 > date && count > 0 }
        }
        var moments: [Date] = []
        while moments.count < count, let next = timetable.next(after: moments.last ?? date) { moments.append(next) }
        return moments
    }

    func text(of timing: Timing) throws -> String {
        if let timetable = try timing.timetable(zones) {
            switch preferences.language {
            case .en: return timetable.schedule.description(EnglishScheduleFormatter())
            case .vi: return timetable.schedule.description(VietnameseScheduleFormatter())
            }
        }
        guard let date = timing.once, let zone = TimeZone(identifier: timing.zone) else { return "" }
        return "\(text(of: date, in: zone)) (\(timing.zone))"
    }

    func text(of date: Date, in zone: TimeZone) -> String {
        guard let zone = zones.zone(named: zone.identifier) else { return "" }
        let civil = zone.civil(of: date)
        let weekday =
            switch preferences.language {
            case .en: EnglishScheduleFormatter().weekday(civil.day.weekday)
            case .vi: VietnameseScheduleFormatter().weekday(civil.day.weekday)
            }
        return "\(weekday) \(civil)"
    }
}

/// The stored time zone of a user. It belongs to the user and is deleted when the user's data is erased.
enum UserTimeZone {
    static let fingerprint = "zone"

    static func key(_ user: UserID) -> String { "~zone/user:\(user)" }
}
