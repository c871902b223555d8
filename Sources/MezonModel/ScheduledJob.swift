public import Foundation

/// Something that is to come at a moment, once or again and again. Whoever made it is told of each occurrence by an event of the
/// house.
public struct ScheduledJob: Hashable, Sendable, Codable {
    /// An author has one of each name: another that is made under it takes its place.
    public var name: String
    /// When it comes first, or next.
    public var due: Date
    /// When it comes after that, in the notation of `Timetable`; nil for once.
    public var timetable: String?
    public var clan: ClanID
    /// Where it takes place; zero for nowhere.
    public var channel: ChannelID
    /// Whose it is; zero for nobody's.
    public var user: UserID
    /// Handed back with every occurrence.
    public var note: JSONValue

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
