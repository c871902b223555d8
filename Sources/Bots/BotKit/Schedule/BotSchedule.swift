public import Foundation
import Recurrence

/// The scheduled jobs of a bot. Jobs are created by actions, and `onEvent` receives an event for each occurrence.
///
///     return [.reply("In a moment!"), try context.schedule.once("tea", at: context.now + 300, Tea(for: context.user))]
///
///     func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
///         guard let tea = try event.occurrence?.note(as: Tea.self) else { return [] }
///         return [.send("Tea!")]
///     }
///
/// A job is committed together with the rest of the answer. Each occurrence is delivered exactly once, even across crashes; a
/// one-time job is delivered however late. The actions of `onEvent` then apply to the job's channel.
public struct BotSchedule: Sendable {
    let invocation: BotInvocation

    private static let maxNoteLength = 16_384  // Bytes of JSON: a long message and the data needed to answer it.
    private static let maxNameLength = 200

    /// Returns an action that schedules a one-time job. A time in the past is due at once.
    ///
    /// - Parameters:
    ///   - name: The job's name, unique within the bot; a new job replaces one of the same name.
    ///   - due: The time of the occurrence.
    ///   - user: The job's owner, which is `context.user` at the occurrence; nil for the user of this event.
    ///   - note: Data handed back with the occurrence.
    /// - Throws: `ScheduleError`; an encoding error if the note cannot be written as JSON.
    public func once(_ name: String, at due: Date, for user: UserID? = nil, _ note: some Encodable = NoJobPayload()) throws
        -> Action
    {
        .schedule(try job(name, due: due, timetable: nil, user, note))
    }

    /// Returns an action that schedules a recurring job, by wall-clock times of a time zone or at fixed intervals.
    ///
    ///     try context.schedule.recurring("standup", "weekday at 09:00")
    ///     try context.schedule.recurring("tide", "745 minutes")
    ///
    /// Wall-clock times follow their time zone across DST changes: a skipped time occurs at the first moment after the gap, a
    /// repeated one at its first pass. Of occurrences missed while the application is not running, only the latest is delivered.
    ///
    /// - Parameters:
    ///   - name: The job's name, unique within the bot; a new job replaces one of the same name.
    ///   - phrase: `weekday at 09:00`, `2nd tuesday at 14:00`, `20 minutes between 09:00 and 17:00`, `mỗi thứ hai lúc 9h`,
    ///     `cron: */15 9-17 * * 1-5`, `rrule: …`.
    ///   - zone: The time zone; nil for the one configured for the application.
    ///   - user: The job's owner; nil for the user of this event.
    ///   - note: Data handed back with each occurrence.
    /// - Throws: `ScheduleError`; an encoding error if the note cannot be written as JSON.
    public func recurring(
        _ name: String, _ phrase: String, in zone: TimeZone? = nil, for user: UserID? = nil,
        _ note: some Encodable = NoJobPayload()
    ) throws -> Action {
        let context = invocation.context
        let zoneName = (zone ?? context.chatPreferences.timeZone).identifier
        guard let zone = context.zones.zone(named: zoneName) else { throw ScheduleError.unknownZone(zoneName) }
        let recurrence: Recurrence
        do {
            recurrence = try Recurrence(notation: phrase)
        } catch {
            throw ScheduleError.badPhrase(error.pointing(at: phrase))
        }
        let timetable = JobSchedule(Schedule(recurrence, in: zone, from: context.now))
        guard let first = timetable.next(after: context.now) else { throw ScheduleError.noOccurrence(phrase) }
        return .schedule(try job(name, due: first, timetable: timetable.notation, user, note))
    }

    /// Returns an action that schedules a recurring job from a user's words: `every weekday at 9:00`,
    /// `mỗi ngày làm việc lúc 9h`, in the user's time zone.
    ///
    /// - Throws: `UsageError` for words that are meaningless or ambiguous; otherwise as above.
    public func recurring(
        _ name: String, _ every: Every, for user: UserID? = nil, _ note: some Encodable = NoJobPayload()
    ) async throws -> Action {
        let zone = try await invocation.timeZone(of: invocation.context.user)
        return try schedule(name, invocation.meaning(of: every.spoken, in: zone).timing, for: user, note)
    }

    /// Returns an action that schedules a job with a timing. A job of another clan, or of a channel with other readers than the
    /// private one in which the event happened, fails the answer.
    ///
    /// - Parameters:
    ///   - name: The job's name, unique within the bot; a new job replaces one of the same name.
    ///   - timing: The due times.
    ///   - channel: The channel of the occurrences; nil for the channel of this event.
    ///   - user: The job's owner; nil for the user of this event.
    ///   - note: The value that the occurrences carry.
    /// - Throws: `ScheduleError`; an encoding error if the note cannot be written as JSON.
    public func schedule(
        _ name: String, _ timing: Timing, in channel: ChannelID? = nil, for user: UserID? = nil,
        _ note: some Encodable = NoJobPayload()
    ) throws -> Action {
        var due = timing.once
        if let timetable = try timing.timetable(invocation.context.zones) { due = timetable.next(after: invocation.context.now) }
        guard let due else { throw ScheduleError.noOccurrence(name) }
        var job = try job(name, due: due, timetable: timing.notation, user, note)
        if let channel { job.channel = channel }
        return .schedule(job)
    }

    /// Returns an action that cancels the job of a name; it has no effect if there is none.
    public func cancel(_ name: String) -> Action { .cancel(name) }

    /// Returns this bot's scheduled jobs in all channels, the next first; at most 1000. Jobs requested within the last moments
    /// may be missing.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func all() async throws -> [ScheduledJob] {
        let answer = try await invocation.read(.jobs(of: "bot:" + invocation.bot))
        guard case .jobs(let jobs) = answer else { throw ContextReadError(answer) }
        return jobs
    }

    func job(
        _ name: String, due: Date, timetable: String?, _ user: UserID?, _ note: some Encodable
    ) throws -> ScheduledJob {
        guard !name.isEmpty, name.utf8.count <= Self.maxNameLength else {
            throw ScheduleError.badName(name, longest: Self.maxNameLength)
        }
        let json = try JSONEncoder().encode(note)
        guard json.count <= Self.maxNoteLength else {
            throw ScheduleError.noteTooLong(sizeInBytes: json.count, limitInBytes: Self.maxNoteLength)
        }
        let context = invocation.context
        return ScheduledJob(
            name, due: due, timetable: timetable, clan: context.clan, channel: context.channel,
            user: user ?? context.user,
            note: try JSONDecoder().decode(JSONValue.self, from: json))
    }
}

/// An error in scheduling a job.
@nonexhaustive
public enum ScheduleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name is empty or too long; `longest` is the maximum in bytes.
    case badName(String, longest: Int)
    /// The note is too long as JSON.
    case noteTooLong(sizeInBytes: Int, limitInBytes: Int)
    /// The phrase cannot be parsed; the text points at the word at fault.
    case badPhrase(String)
    /// The schedule has no future occurrence.
    case noOccurrence(String)
    /// The time zone is unknown.
    case unknownZone(String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .badName(let name, let longest):
            name.isEmpty
                ? "a scheduled job needs a name"
                : "the name of a scheduled job has at most \(longest) bytes: '\(name.prefix(40))…'"
        case .noteTooLong(let size, let limit): "the payload of a scheduled job has \(size) bytes; the maximum is \(limit)"
        case .badPhrase(let why): why
        case .noOccurrence(let phrase): "'\(phrase)' has no future occurrence"
        case .unknownZone(let name): "unknown time zone '\(name)'"
        }
    }
}

/// The payload of a job that needs only its name.
public struct NoJobPayload: Codable, Hashable, Sendable {
    /// Creates the empty payload.
    public init() {}
}

extension BotContext {
    /// The scheduled jobs of this bot.
    public var schedule: BotSchedule { BotSchedule(invocation: invocation) }
}

extension Event {
    /// The occurrence of a scheduled job, or nil for any other event.
    public var occurrence: SystemEvent.Occurrence? {
        if case .system(.due(let occurrence)) = self, !occurrence.isDismissed { occurrence } else { nil }
    }

    /// The job of this bot that was cancelled by another party, such as an operator, or nil for any other event.
    public var cancelledJob: SystemEvent.Occurrence? {
        if case .system(.due(let occurrence)) = self, occurrence.isDismissed { occurrence } else { nil }
    }
}

extension SystemEvent.Occurrence {
    /// Decodes the data given when the job was scheduled.
    ///
    /// - Throws: `DecodingError` if it is of another type.
    public func note<Note: Decodable>(as type: Note.Type) throws -> Note {
        try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(job.note))
    }
}
