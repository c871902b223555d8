public import Foundation

/// The payloads of system events.
extension SystemEvent {
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
        /// The number of the failed order for tokens, which an operator can have executed again; nil for other actions.
        public var order: Int64?

        /// Creates a failure.
        public init(
            cause: Int64, author: String, action: String, clan: ClanID, channel: ChannelID, reason: String, at: Date,
            order: Int64? = nil
        ) {
            self.cause = cause
            self.author = author
            self.action = action
            self.clan = clan
            self.channel = channel
            self.reason = reason
            self.at = at
            self.order = order
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
        private var measuresGiven: [MeasureReference]?
        /// Nil for none, as older builds stored it.
        private var moderatorGiven: UserID?
        /// The time of the request.
        public var at: Date

        private enum CodingKeys: String, CodingKey {
            case cases, by, clan, channel, inverses, at
            case strikesGiven = "strikes"
            case measuresGiven = "measures"
            case moderatorGiven = "moderator"
        }

        /// The moderator who asked in chat; zero for other requests and for those of older builds.
        public var moderator: UserID { moderatorGiven ?? 0 }

        /// The strikes on ladders that are refunded.
        package var strikes: [Strike] { strikesGiven ?? [] }

        /// The measures that are undone, which no longer count as cases of their users.
        package var measures: [MeasureReference] { measuresGiven ?? [] }

        /// Creates a request.
        package init(
            cases: [Int64], by: String, moderator: UserID = 0, clan: ClanID, channel: ChannelID, inverses: [MemberAction],
            strikes: [Strike] = [], measures: [MeasureReference] = [], at: Date
        ) {
            self.cases = cases
            self.by = by
            self.clan = clan
            self.channel = channel
            self.inverses = inverses
            strikesGiven = strikes.isEmpty ? nil : strikes
            measuresGiven = measures.isEmpty ? nil : measures
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
        /// The name of who answered, for example `console`; nil if that was not recorded.
        public var by: String?
        /// The time of the answer.
        public var at: Date

        /// Creates an answer.
        public init(question: String, choice: Choice, by: String? = nil, at: Date) {
            self.question = question
            self.choice = choice
            self.by = by
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
        public var deadLetter: Int64
        /// The journal sequence number of the entry that the bot processes again.
        public var entry: Int64
        /// The entry at which the bot failed last: an earlier retry, or the entry itself. Nil in events of older builds.
        public var failedEntry: Int64?
        /// The bot: `bot:kudos`.
        public var author: String
        /// The clan of the entry.
        public var clan: ClanID
        /// The channel of the entry.
        public var channel: ChannelID
        /// The name of who asked: `command`, `console` or `assistant:claude`; nil if that was not recorded.
        public var by: String?
        /// The time of the request.
        public var at: Date

        /// The names in stored JSON, which stay the same when a property is renamed.
        private enum CodingKeys: String, CodingKey {
            case deadLetter = "letter"
            case entry = "entry"
            case failedEntry = "failed"
            case author = "author"
            case clan = "clan"
            case channel = "channel"
            case by = "by"
            case at = "at"
        }

        /// Creates a request.
        public init(
            deadLetter: Int64, entry: Int64, failedEntry: Int64? = nil, author: String, clan: ClanID, channel: ChannelID,
            by name: String? = nil, at: Date
        ) {
            self.deadLetter = deadLetter
            self.entry = entry
            self.failedEntry = failedEntry
            self.author = author
            self.clan = clan
            self.channel = channel
            by = name
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
        /// The name of who triggered it: `command`, `console` or `assistant:claude`; nil if that was not recorded.
        public var by: String?
        /// The time of the trigger.
        public var at: Date

        /// Creates a trigger.
        public init(rule: String, clan: ClanID, channel: ChannelID, by name: String? = nil, at: Date) {
            self.rule = rule
            self.clan = clan
            self.channel = channel
            by = name
            self.at = at
        }
    }
}
