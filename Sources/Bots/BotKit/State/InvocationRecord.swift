/// The inputs and results of a bot for one entry, recorded so that they are neither repeated nor lost and can be replayed.
package struct InvocationRecord: Sendable, Hashable {
    package struct Name: Sendable, Hashable {
        /// The journal sequence number of the entry.
        package var sequence: Int64
        package var author: String

        package init(sequence: Int64, author: String) {
            self.sequence = sequence
            self.author = author
        }
    }

    package struct Write: Sendable, Hashable, Codable {
        package var key: String
        /// The new value; nil if it was deleted.
        package var value: StoredState?
    }

    package var name: Name
    /// The bot that owns the state: `kudos`.
    package var bot: String
    package var results: [AuthorResult]
    /// The read requests and responses, in order.
    package var reads: [ContextRead]
    package var writes: [Write]

    package init(name: Name, bot: String, results: [AuthorResult], reads: [ContextRead] = [], writes: [Write] = []) {
        self.name = name
        self.bot = bot
        self.results = results
        self.reads = reads
        self.writes = writes
    }
}

/// One read of the context, with its response.
package struct ContextRead: Sendable, Hashable, Codable {
    package enum Request: Sendable, Hashable, Codable {
        /// State as read in `prepare`, and settings, without waiting for other invocations.
        case state(key: String)
        case member(UserID, clan: ClanID)
        /// A member after the server was asked, for a limited time, whether the account is a person or an application.
        case identifiedMember(UserID, clan: ClanID)
        case channel(ChannelID)
        case role(RoleID, clan: ClanID)
        /// The latest messages of a channel before a message; zero for the latest of all.
        case history(ChannelID, before: MessageID, limit: Int)
        case http(HTTPReadRequest)
        /// The current version of one message as reported by the server; the response is nil if it was deleted or never received.
        case message(MessageID, in: ChannelID)
        /// The bytes of an attachment.
        case file(url: String, bot: RequestingBot, limit: Int)
        /// The latest stored messages of a channel before a message; zero for the latest of all.
        case kept(ChannelID, before: MessageID, limit: Int)
        /// The stored messages that contain some of the words. A bot names no channels: only what the readers of the event's place can
        /// read is searched.
        case search([String], in: ClanID, channels: [ChannelID]?, limit: Int)
        case channels(ClanID, after: ChannelID, limit: Int)
        case members(ClanID, after: UserID, limit: Int)
        /// The number of messages of other users since the account's last one.
        case unread(ChannelID)
        /// The scheduled jobs of a bot.
        case jobs(of: String)
        /// The users in the voice channels of a clan.
        case voiceChannels(ClanID)
        /// The events of a clan's calendar.
        case clanEvents(ClanID)
        /// The members of a clan who are online.
        case onlineMembers(ClanID)
        /// The account's direct conversations and groups.
        case conversations(after: ChannelID, limit: Int)
        /// The commands that a user may call in a channel besides those of bots.
        case topics(ChannelID, clan: ClanID, for: UserID)
        /// The language that a user has chosen, or else the clan.
        case language(UserID, clan: ClanID)
        /// A Boolean value that indicates whether a user moderates a clan.
        case isModerator(UserID, clan: ClanID)

        /// The names in stored JSON, which stay the same when a case is renamed.
        private enum CodingKeys: String, CodingKey {
            case state = "state"
            case member = "member"
            case identifiedMember = "identified-member"
            case channel = "channel"
            case role = "role"
            case history = "history"
            case http = "http"
            case message = "message"
            case file = "file"
            case kept = "kept"
            case search = "search"
            case channels = "channels"
            case members = "members"
            case unread = "unread"
            case jobs = "appointments"
            case voiceChannels = "voice-channels"
            case clanEvents = "clan-events"
            case onlineMembers = "online-members"
            case conversations = "conversations"
            case topics = "topics"
            case language = "language"
            case isModerator = "moderator"
        }
    }

    package enum Response: Sendable, Hashable, Codable {
        case state(StoredState?)
        case member(Member?)
        case channel(Channel?)
        /// The role's name.
        case role(String?)
        case messages([Message])
        case http(HTTPOutcome)
        case message(Message?)
        case file(FileOutcome)
        case kept([StoredMessage])
        case found([FoundMessage])
        case channels([Channel])
        case members([Member])
        case count(Int)
        case jobs([ScheduledJob])
        case voiceChannels([VoiceChannelUsers])
        case clanEvents([ClanEvent])
        case users([UserID])
        case topics([HelpTopic])
        /// The language's name; nil if none was chosen. Only a chosen one is recorded.
        case language(String?)
        case truth(Bool)
        /// The request could not be answered; the bot received an error.
        case failed(String)

        /// The names in stored JSON, which stay the same when a case is renamed.
        private enum CodingKeys: String, CodingKey {
            case state = "state"
            case member = "member"
            case channel = "channel"
            case role = "role"
            case messages = "messages"
            case http = "http"
            case message = "message"
            case file = "file"
            case kept = "kept"
            case found = "found"
            case channels = "channels"
            case members = "members"
            case count = "count"
            case jobs = "appointments"
            case voiceChannels = "voice-channels"
            case clanEvents = "clan-events"
            case users = "users"
            case topics = "topics"
            case language = "language"
            case truth = "truth"
            case failed = "failed"
        }
    }

    package var question: Request
    package var answer: Response

    package init(question: Request, answer: Response) {
        self.question = question
        self.answer = answer
    }
}
