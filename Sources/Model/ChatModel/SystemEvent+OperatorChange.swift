public import Foundation

extension SystemEvent {
    /// A change that an operator has made outside of the chat, recorded with who asked for it.
    public struct OperatorChange: Hashable, Sendable, Codable {
        /// The kind of change.
        @nonexhaustive
        public enum Kind: String, Hashable, Sendable, Codable {
            /// A scheduled job is paused.
            case pausedJob = "job-paused"
            /// A paused job continues.
            case resumedJob = "job-resumed"
            /// A dead letter is closed without another attempt.
            case discardedDeadLetter = "dead-letter-discarded"
            /// An order for tokens that has failed is to be executed again.
            case retriedOrder = "order-retried"
        }

        /// The kind of change.
        public var kind: Kind
        /// The number of the job or the dead letter.
        public var number: Int64
        /// The author of the job or the dead letter: `bot:reminders`, `rule:standup`.
        public var author: String
        /// The clan of the job or of the dead letter's entry; zero if it belongs to none.
        public var clan: ClanID
        /// The channel of the job or of the dead letter's entry; zero if it belongs to none.
        public var channel: ChannelID
        /// The name of who asked: `command`, `console` or `assistant:claude`.
        public var by: String
        /// The time of the change.
        public var at: Date

        /// Creates a change.
        public init(
            _ kind: Kind, _ number: Int64, of author: String, clan: ClanID, channel: ChannelID, by name: String, at: Date
        ) {
            self.kind = kind
            self.number = number
            self.author = author
            self.clan = clan
            self.channel = channel
            by = name
            self.at = at
        }
    }

    /// The name for requests from the command line.
    package static let command = "command"
    /// The name for requests from the web console.
    package static let console = "console"
    private static let assistantPrefix = "assistant:"

    /// The name for requests of an assistant program: `assistant:claude`.
    package static func assistant(_ name: String) -> String { assistantPrefix + name.terminalLine.prefix(64) }

    /// Returns whether a name stands for the command line, the console or an assistant program.
    package static func isOperator(_ name: String) -> Bool {
        name == command || name == console || name.hasPrefix(assistantPrefix)
    }

    /// The name of who asked for the event outside of the chat or in it; nil if nobody did or that was not recorded.
    package var requester: String? {
        switch self {
        case .rulesChanged(_, let name, _): name
        case .undo(let undo): undo.by
        case .answered(let answer): answer.by
        case .fired(let firing): firing.by
        case .retried(let retry): retry.by
        case .setting(let change): change.by
        case .operated(let change): change.by
        case .rewind(let rewind): rewind.by
        case .due(let occurrence): occurrence.by
        case .started, .reconnected, .failed, .expired, .lapsed, .signal, .news, .response, .activity: nil
        }
    }
}
