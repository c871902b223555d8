public import Foundation
import Scheduling

/// What is to come for a bot: it makes appointments by actions, and `notice` is told when the moment of one has come.
///
///     return [.reply("In a moment!"), try context.schedule.once("tea", at: context.now + 300, Tea(for: context.user))]
///
///     func notice(_ event: Event, _ context: Context) async throws -> [Action] {
///         guard let tea = try event.occurrence?.note(as: Tea.self) else { return [] }
///         return [.send("Tea!")]
///     }
///
/// An appointment is committed with the rest of the answer, and each of its moments is told of once, whatever happens to the
/// process; one that comes once is told of however late. What is asked for then goes to the channel where the appointment was made.
public struct BotSchedule: Sendable {
    let attempt: BotInvocation

    private static let longestNote = 16_384  // Bytes of JSON: a long message with all that is needed to answer it.
    private static let longestName = 200

    /// Something that comes once. A moment that has passed comes at once.
    ///
    /// - Parameters:
    ///   - name: what it is called among this bot's; another that is made under it takes its place.
    ///   - user: whose it is; the one who asked where it is nil. `context.user` says so when it comes.
    ///   - note: handed back then.
    /// - Throws: `ScheduleError`, and where the note cannot be written as JSON.
    public func once(_ name: String, at due: Date, for user: UserID? = nil, _ note: some Encodable = NoJobPayload()) throws
        -> Action
    {
        .appoint(try appointment(name, due: due, timetable: nil, user, note))
    }

    /// Something that comes again and again, by the clocks of a zone or as time passes.
    ///
    ///     try context.schedule.again("standup", "weekday at 09:00")
    ///     try context.schedule.again("tide", "745 minutes")
    ///
    /// What clocks show keeps to its zone: a time that they skip comes at the first moment after, one that they show twice comes at the
    /// first. Of moments that pass while the house does not run, the latest is told of and stands for all.
    ///
    /// - Parameters:
    ///   - name: what it is called among this bot's; another that is made under it takes its place.
    ///   - phrase: `weekday at 09:00`, `2nd tuesday at 14:00`, `20 minutes between 09:00 and 17:00`, `mỗi thứ hai lúc 9h`, `cron: */15 9-17 * * 1-5`, `rrule: …`.
    ///   - zone: that of this house where it is nil.
    ///   - user: whose it is; the one who asked where it is nil.
    ///   - note: handed back each time.
    /// - Throws: `ScheduleError`, and where the note cannot be written as JSON.
    public func again(
        _ name: String, _ phrase: String, in zone: TimeZone? = nil, for user: UserID? = nil,
        _ note: some Encodable = NoJobPayload()
    ) throws -> Action {
        let scene = attempt.scene
        let zoneName = (zone ?? scene.manners.timeZone).identifier
        guard let zone = scene.zones.zone(named: zoneName) else { throw ScheduleError.unknownZone(zoneName) }
        let recurrence: Recurrence
        do {
            recurrence = try Recurrence(notation: phrase)
        } catch {
            throw ScheduleError.badPhrase(error.pointing(at: phrase))
        }
        let timetable = JobSchedule(Schedule(recurrence, in: zone, from: scene.now))
        guard let first = timetable.next(after: scene.now) else { throw ScheduleError.neverComes(phrase) }
        return .appoint(try appointment(name, due: first, timetable: timetable.notation, user, note))
    }

    /// The same of what somebody has said: `every weekday at 9:00`, `mỗi ngày làm việc lúc 9h`, in the zone of who said it.
    ///
    /// - Throws: `UsageError` about words that mean nothing, or several things; otherwise as above.
    public func again(
        _ name: String, _ every: Every, for user: UserID? = nil, _ note: some Encodable = NoJobPayload()
    ) async throws -> Action {
        let zone = try await attempt.timeZone(of: attempt.scene.user)
        return try appoint(name, attempt.meaning(of: every.spoken, in: zone).timing, for: user, note)
    }

    /// Something that comes as a timing says.
    ///
    /// - Parameters:
    ///   - channel: where it takes place; here where it is nil.
    ///   - user: whose it is; the one who asked where it is nil.
    /// - Throws: `ScheduleError`, and where the note cannot be written as JSON.
    public func appoint(
        _ name: String, _ timing: Timing, in channel: ChannelID? = nil, for user: UserID? = nil,
        _ note: some Encodable = NoJobPayload()
    ) throws -> Action {
        var due = timing.once
        if let timetable = try timing.timetable(attempt.scene.zones) { due = timetable.next(after: attempt.scene.now) }
        guard let due else { throw ScheduleError.neverComes(name) }
        var appointment = try appointment(name, due: due, timetable: timing.notation, user, note)
        if let channel { appointment.channel = channel }
        return .appoint(appointment)
    }

    /// Forgets the appointment of a name; nothing where there is none.
    public func cancel(_ name: String) -> Action { .dismiss(name) }

    /// What is to come for this bot, in all channels, the next first; at most 1000. What was asked for within the last moments may not
    /// be there yet.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func all() async throws -> [ScheduledJob] {
        let answer = try await attempt.read(.appointments(of: "bot:" + attempt.bot))
        guard case .appointments(let appointments) = answer else { throw ContextReadError(answer) }
        return appointments
    }

    func appointment(
        _ name: String, due: Date, timetable: String?, _ user: UserID?, _ note: some Encodable
    ) throws -> ScheduledJob {
        guard !name.isEmpty, name.utf8.count <= Self.longestName else {
            throw ScheduleError.badName(name, longest: Self.longestName)
        }
        let json = try JSONEncoder().encode(note)
        guard json.count <= Self.longestNote else {
            throw ScheduleError.longNote(sizeInBytes: json.count, limitInBytes: Self.longestNote)
        }
        let scene = attempt.scene
        return ScheduledJob(
            name, due: due, timetable: timetable, clan: scene.clan, channel: scene.channel, user: user ?? scene.user,
            note: try JSONDecoder().decode(JSONValue.self, from: json))
    }
}

/// What cannot be appointed.
public enum ScheduleError: Error, Hashable, Sendable, CustomStringConvertible {
    case badName(String, longest: Int)
    case longNote(sizeInBytes: Int, limitInBytes: Int)
    /// Says which word is meant.
    case badPhrase(String)
    case neverComes(String)
    case unknownZone(String)

    public var description: String {
        switch self {
        case .badName(let name, let longest):
            name.isEmpty
                ? "an appointment needs a name" : "an appointment's name has \(longest) bytes at most: '\(name.prefix(40))…'"
        case .longNote(let size, let limit): "an appointment's note has \(limit) bytes at most, and this one \(size)"
        case .badPhrase(let why): why
        case .neverComes(let phrase): "'\(phrase)' never comes"
        case .unknownZone(let name): "there is no time zone '\(name)'"
        }
    }
}

/// For an appointment that says everything by its name.
public struct NoJobPayload: Codable, Hashable, Sendable {
    public init() {}
}

extension BotContext {
    /// What is to come for this bot.
    public var schedule: BotSchedule { BotSchedule(attempt: attempt) }
}

extension Event {
    /// The moment of an appointment that has come; nil for anything else.
    public var occurrence: SystemEvent.Occurrence? {
        if case .house(.due(let occurrence)) = self, !occurrence.isDismissed { occurrence } else { nil }
    }

    /// An appointment of this bot that somebody else has dismissed, as an operator may; nil for anything else.
    public var dismissed: SystemEvent.Occurrence? {
        if case .house(.due(let occurrence)) = self, occurrence.isDismissed { occurrence } else { nil }
    }
}

extension SystemEvent.Occurrence {
    /// What was noted when the appointment was made.
    ///
    /// - Throws: `DecodingError` where it is something else.
    public func note<Note: Decodable>(as type: Note.Type) throws -> Note {
        try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(appointment.note))
    }
}
