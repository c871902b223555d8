public import Foundation

/// An event of the application itself. It is processed like the server's events: journal, channel queue, turn.
@nonexhaustive
public enum SystemEvent: Hashable, Sendable, Codable {
    /// The application has started.
    case started(at: Date)
    /// The connection is restored after a gap, in seconds.
    case reconnected(gap: Double, at: Date)
    /// A new revision of the rules takes effect.
    case rulesChanged(version: String, at: Date)
    /// An action of a rule or a bot has finally failed.
    case failed(Failure)
    /// A moderator has requested that cases be reversed.
    case undo(Undo)
    /// A rule's question was answered by a moderator or has expired.
    case answered(Answer)
    /// A mute or a ban has ended.
    case expired(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A mute that should still be in force is missing on the server.
    case lapsed(caseID: Int64, clan: ClanID, channel: ChannelID, at: Date)
    /// A rule or a bot has sent a signal to rules.
    case signal(Signal)
    /// A rule was triggered manually.
    case fired(ManualTrigger)
    /// A notice to the moderators that is not a failure.
    case news(Notice)
    /// A bot is to process an event again that it failed to process.
    case retried(Retry)
    /// A scheduled job is due.
    case due(Occurrence)

    /// The names in stored JSON, which stay the same when a case is renamed.
    private enum CodingKeys: String, CodingKey {
        case started = "started"
        case reconnected = "reconnected"
        case rulesChanged = "rulesChanged"
        case failed = "failed"
        case undo = "undo"
        case answered = "answered"
        case expired = "expired"
        case lapsed = "lapsed"
        case signal = "signal"
        case fired = "fired"
        case news = "news"
        case retried = "retried"
        case due = "due"
    }

    /// An action that has finally failed.
    public struct Failure: Hashable, Sendable, Codable {
        /// The author of a reload that was rejected.
        public static let reloading = "system:reload"

        /// The journal sequence number of the entry that caused the action.
        public var cause: Int64
        /// The action's author: `bot:kudos`, `rule:greeting`.
        public var author: String
        /// The action's name.
        public var action: String
        /// The clan of the action.
        public var clan: ClanID
        /// The channel of the action.
        public var channel: ChannelID
        /// The reason of the failure.
        public var reason: String
        /// The time of the failure.
        public var at: Date

        /// Creates a failure.
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

    /// A notice to the moderators.
    public struct Notice: Hashable, Sendable, Codable {
        /// The text, for users.
        public var text: String
        /// The time of the notice.
        public var at: Date
        /// Nil for none, as older builds stored it.
        private var clanGiven: ClanID?

        private enum CodingKeys: String, CodingKey {
            case text, at
            case clanGiven = "clan"
        }

        /// The clan whose moderators are notified; zero if the notice concerns no single clan.
        public var clan: ClanID { clanGiven ?? 0 }

        /// Creates a notice.
        public init(_ text: String, in clan: ClanID = 0, at: Date) {
            self.text = text
            self.at = at
            clanGiven = clan.isNone ? nil : clan
        }
    }

    /// A request to reverse cases.
    public struct Undo: Hashable, Sendable, Codable {
        /// The ids of the cases, which unlike their numbers are unique across clans.
        public var cases: [Int64]
        /// The moderator's name or id, or `command` for the command line.
        public var by: String
        /// The clan of the cases.
        public var clan: ClanID
        /// The channel in which the outcome is reported; zero for none.
        public var channel: ChannelID
        /// The reversing actions of the cases that have one.
        package var inverses: [MemberAction]
        /// Nil for none, as older builds stored it.
        private var strikesGiven: [Strike]?
        /// Nil for none, as older builds stored it.
        private var moderatorGiven: UserID?
        /// The time of the request.
        public var at: Date

        private enum CodingKeys: String, CodingKey {
            case cases, by, clan, channel, inverses, at
            case strikesGiven = "strikes"
            case moderatorGiven = "moderator"
        }

        /// The moderator who asked in chat; zero for other requests and for those of older builds.
        public var moderator: UserID { moderatorGiven ?? 0 }

        /// The strikes on ladders that are refunded.
        package var strikes: [Strike] { strikesGiven ?? [] }

        /// Creates a request.
        package init(
            cases: [Int64], by: String, moderator: UserID = 0, clan: ClanID, channel: ChannelID, inverses: [MemberAction],
            strikes: [Strike] = [], at: Date
        ) {
            self.cases = cases
            self.by = by
            self.clan = clan
            self.channel = channel
            self.inverses = inverses
            strikesGiven = strikes.isEmpty ? nil : strikes
            moderatorGiven = moderator.isNone ? nil : moderator
            self.at = at
        }
    }

    /// The answer to a rule's question.
    public struct Answer: Hashable, Sendable, Codable {
        /// The answer: an approval, a rejection, or none in time.
        @nonexhaustive
        public enum Choice: String, Hashable, Sendable, Codable {
            /// A moderator approved.
            case approve
            /// A moderator rejected.
            case reject
            /// No moderator answered in time.
            case expire
        }

        /// The question's name: its entry and rule.
        public var question: String
        /// The answer given.
        public var choice: Choice
        /// The time of the answer.
        public var at: Date

        /// Creates an answer.
        public init(question: String, choice: Choice, at: Date) {
            self.question = question
            self.choice = choice
            self.at = at
        }
    }

    /// A signal that triggers rules.
    public struct Signal: Hashable, Sendable, Codable {
        /// The signal's name.
        public var name: String
        /// The clan to which it is sent.
        public var clan: ClanID
        /// The channel to which it is sent.
        public var channel: ChannelID
        /// The number of signals that led to this one.
        public var hops: Int
        /// The time of the signal.
        public var at: Date

        /// Creates a signal.
        public init(name: String, clan: ClanID, channel: ChannelID, hops: Int, at: Date) {
            self.name = name
            self.clan = clan
            self.channel = channel
            self.hops = hops
            self.at = at
        }
    }

    /// A request to process a dead letter again.
    public struct Retry: Hashable, Sendable, Codable {
        /// The dead letter's number.
        public var letter: Int64
        /// The journal sequence number of the entry that the bot processes again.
        public var entry: Int64
        /// The bot: `bot:kudos`.
        public var author: String
        /// The clan of the entry.
        public var clan: ClanID
        /// The channel of the entry.
        public var channel: ChannelID
        /// The time of the request.
        public var at: Date

        /// The names in stored JSON, which stay the same when a property is renamed.
        private enum CodingKeys: String, CodingKey {
            case letter = "letter"
            case entry = "entry"
            case author = "author"
            case clan = "clan"
            case channel = "channel"
            case at = "at"
        }

        /// Creates a request.
        public init(letter: Int64, entry: Int64, author: String, clan: ClanID, channel: ChannelID, at: Date) {
            self.letter = letter
            self.entry = entry
            self.author = author
            self.clan = clan
            self.channel = channel
            self.at = at
        }
    }

    /// A manual trigger of a rule.
    public struct ManualTrigger: Hashable, Sendable, Codable {
        /// The rule's name.
        public var rule: String
        /// The clan in which the rule is evaluated.
        public var clan: ClanID
        /// The channel in which the rule is evaluated; zero for none.
        public var channel: ChannelID
        /// The time of the trigger.
        public var at: Date

        /// Creates a trigger.
        public init(rule: String, clan: ClanID, channel: ChannelID, at: Date) {
            self.rule = rule
            self.clan = clan
            self.channel = channel
            self.at = at
        }
    }

    /// The time of the event.
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

    /// The clan of the event; zero if it belongs to none.
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

    /// The channel of the event; zero if it belongs to none.
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

    /// The event's name in listings and traces.
    public var kind: String {
        switch self {
        case .started: "started"
        case .reconnected: "reconnected"
        case .rulesChanged: "rules-changed"
        case .failed: "delivery-failed"
        case .undo: "undo"
        case .answered: "approval-answered"
        case .expired: "sanction-expired"
        case .lapsed: "sanction-lapsed"
        case .signal: "signal"
        case .fired: "rule-triggered"
        case .news: "notice"
        case .retried: "dead-letter-retried"
        case .due(let occurrence): occurrence.isDismissed ? "job-cancelled" : "job-due"
        }
    }
}
