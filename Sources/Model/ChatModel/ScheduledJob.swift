public import Foundation

/// A job that is due once or repeatedly. Its author receives a system event for each occurrence.
public struct ScheduledJob: Hashable, Sendable, Codable {
    /// The job's name, unique per author: a new job replaces one of the same name.
    public var name: String
    /// The time of the first or next occurrence.
    public var due: Date
    /// The recurrence after that, in the notation of `JobSchedule`; nil for a single occurrence.
    public var timetable: String?
    /// The clan of the occurrences; zero for none.
    public var clan: ClanID
    /// The channel of the occurrences; zero for none.
    public var channel: ChannelID
    /// The user who owns the job; zero for none.
    public var user: UserID
    /// Data handed back with every occurrence.
    public var note: JSONValue

    /// The names in stored JSON, which stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
        case name = "name"
        case due = "due"
        case timetable = "timetable"
        case clan = "clan"
        case channel = "channel"
        case user = "user"
        case note = "note"
    }

    /// Creates a job.
    public init(
        _ name: String, due: Date, timetable: String? = nil, clan: ClanID = 0, channel: ChannelID = 0, user: UserID = 0,
        note: JSONValue = .null
    ) {
        self.name = name
        self.due = due
        self.timetable = timetable
        self.clan = clan
        self.channel = channel
        self.user = user
        self.note = note
    }
}
