public import Foundation

/// Something that happened in the house itself. It takes the same way as what the server tells: journal, lane, turn.
public enum SystemEvent: Hashable, Sendable, Codable {
    case started(at: Date)
    /// The connection is back after so long.
    case reconnected(gap: Double, at: Date)
    /// From here on these rules decide.
    case rulesChanged(version: String, at: Date)
    /// What a rule or a bot asked for was refused for good.
    case failed(Failure)
    /// Somebody wants some cases taken back.
    case undo(Undo)
    /// A moderator, or time, has answered a question of a rule.
    case answered(Answer)
    /// A mute or a ban is over.
    case expired(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A mute that should still hold is not in force at the server.
    case lapsed(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A rule or a bot calls on others.
    case signal(Signal)
    /// Somebody has set a rule off by hand.
    case fired(ManualTrigger)
    /// Something that moderators should hear of, and that is no failure.
    case news(Notice)
    /// A bot is to try again at what it could not do.
    case retried(Retry)
    /// The moment of an appointment has come.
    case due(Occurrence)

    public struct Failure: Hashable, Sendable, Codable {
        /// The author of a reload that was refused.
        public static let reloading = "house:reload"

        /// The entry that it was asked for, and by whom.
        public var cause: Int64
        public var author: String
        public var action: String
        public var clan: ClanID
        public var channel: ChannelID
        public var reason: String
        public var at: Date

        public init(
            cause: Int64, author: String, action: String, clan: ClanID, channel: ChannelID, reason: String, at: Date
        ) {
            self.cause = cause
            self.author = author
            self.action = action
            self.clan = clan
            self.channel = channel
            self.reason = reason
            self.at = at
        }
    }

    public struct Notice: Hashable, Sendable, Codable {
        /// For a person.
        public var text: String
        public var at: Date
        /// Nil stands for none, as older builds wrote it.
        private var clanGiven: ClanID?

        private enum CodingKeys: String, CodingKey {
            case text, at
            case clanGiven = "clan"
        }

        /// The clan whose moderators are told; zero for what concerns no clan alone.
        public var clan: ClanID { clanGiven ?? 0 }

        public init(_ text: String, in clan: ClanID = 0, at: Date) {
            self.text = text
            self.at = at
            clanGiven = clan.isNone ? nil : clan
        }
    }

    public struct Undo: Hashable, Sendable, Codable {
        public var cases: [Int64]
        /// A moderator's name or id, or `command` for the command line.
        public var by: String
        public var clan: ClanID
        /// Where the one who asked is told the outcome; zero for nowhere.
        public var channel: ChannelID
        /// The inverse of each case that has one.
        public var inverses: [MemberAction]
        /// What they were counted for on ladders. Nil stands for none, as older builds wrote it.
        private var strikesGiven: [Strike]?
        public var at: Date

        private enum CodingKeys: String, CodingKey {
            case cases, by, clan, channel, inverses, at
            case strikesGiven = "strikes"
        }

        public var strikes: [Strike] { strikesGiven ?? [] }

        public init(
            cases: [Int64], by: String, clan: ClanID, channel: ChannelID, inverses: [MemberAction], strikes: [Strike] = [],
            at: Date
        ) {
            self.cases = cases
            self.by = by
            self.clan = clan
            self.channel = channel
            self.inverses = inverses
            strikesGiven = strikes.isEmpty ? nil : strikes
            self.at = at
        }
    }

    public struct Answer: Hashable, Sendable, Codable {
        public enum Choice: String, Hashable, Sendable, Codable { case approve, reject, expire }

        /// The question's name: its entry and rule.
        public var question: String
        public var choice: Choice
        public var at: Date

        public init(question: String, choice: Choice, at: Date) {
            self.question = question
            self.choice = choice
            self.at = at
        }
    }

    public struct Signal: Hashable, Sendable, Codable {
        public var name: String
        public var clan: ClanID
        public var channel: ChannelID
        /// How many signals led to this one.
        public var hops: Int
        public var at: Date

        public init(name: String, clan: ClanID, channel: ChannelID, hops: Int, at: Date) {
            self.name = name
            self.clan = clan
            self.channel = channel
            self.hops = hops
            self.at = at
        }
    }

    public struct Retry: Hashable, Sendable, Codable {
        /// The letter's number.
        public var letter: Int64
        /// The entry that the bot is asked about again.
        public var entry: Int64
        /// `bot:kudos`.
        public var author: String
        public var clan: ClanID
        public var channel: ChannelID
        public var at: Date

        public init(letter: Int64, entry: Int64, author: String, clan: ClanID, channel: ChannelID, at: Date) {
            self.letter = letter
            self.entry = entry
            self.author = author
            self.clan = clan
            self.channel = channel
            self.at = at
        }
    }

    public struct ManualTrigger: Hashable, Sendable, Codable {
        public var rule: String
        public var clan: ClanID
        /// Where the rule is to think that it happened; zero for nowhere.
        public var channel: ChannelID
        public var at: Date

        public init(rule: String, clan: ClanID, channel: ChannelID, at: Date) {
            self.rule = rule
            self.clan = clan
            self.channel = channel
            self.at = at
        }
    }

    public var at: Date {
        switch self {
        case .started(let at), .reconnected(_, let at), .rulesChanged(_, let at), .expired(_, _, _, let at),
            .lapsed(_, _, _, let at):
            at
        case .failed(let failure): failure.at
        case .undo(let undo): undo.at
        case .answered(let answer): answer.at
        case .signal(let signal): signal.at
        case .fired(let firing): firing.at
        case .news(let news): news.at
        case .retried(let retry): retry.at
        case .due(let occurrence): occurrence.at
        }
    }

    public var clan: ClanID {
        switch self {
        case .failed(let failure): failure.clan
        case .undo(let undo): undo.clan
        case .expired(_, let clan, _, _), .lapsed(_, let clan, _, _): clan
        case .signal(let signal): signal.clan
        case .fired(let firing): firing.clan
        case .retried(let retry): retry.clan
        case .due(let occurrence): occurrence.appointment.clan
        case .news(let news): news.clan
        case .started, .reconnected, .rulesChanged, .answered: 0
        }
    }

    public var channel: ChannelID {
        switch self {
        case .failed(let failure): failure.channel
        case .undo(let undo): undo.channel
        case .expired(_, _, let channel, _), .lapsed(_, _, let channel, _): channel
        case .signal(let signal): signal.channel
        case .fired(let firing): firing.channel
        case .retried(let retry): retry.channel
        case .due(let occurrence): occurrence.appointment.channel
        case .started, .reconnected, .rulesChanged, .answered, .news: 0
        }
    }

    /// One word for listings and traces.
    public var kind: String {
        switch self {
        case .started: "started"
        case .reconnected: "reconnected"
        case .rulesChanged: "rules-changed"
        case .failed: "failed"
        case .undo: "undo"
        case .answered: "answered"
        case .expired: "expired"
        case .lapsed: "lapsed"
        case .signal: "signal"
        case .fired: "fired"
        case .news: "news"
        case .retried: "retried"
        case .due(let occurrence): occurrence.isDismissed ? "dismissed" : "due"
        }
    }
}
