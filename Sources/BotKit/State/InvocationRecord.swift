/// What a bot was given about one entry and what it came to, kept so that it is neither done twice nor lost, and can be replayed.
package struct InvocationRecord: Sendable, Hashable {
    package struct Name: Sendable, Hashable {
        /// The journal's number of the entry.
        package var sequence: Int64
        package var author: String

        package init(sequence: Int64, author: String) {
            self.sequence = sequence
            self.author = author
        }
    }

    package struct Write: Sendable, Hashable, Codable {
        package var key: String
        /// Nil where it is forgotten.
        package var value: StoredState?
    }

    package var name: Name
    /// The bot whose state it is: `kudos`.
    package var bot: String
    package var contributions: [AuthorResult]
    /// What it asked and was told, in that order.
    package var readings: [ContextRead]
    package var writes: [Write]

    package init(name: Name, bot: String, contributions: [AuthorResult], readings: [ContextRead] = [], writes: [Write] = []) {
        self.name = name
        self.bot = bot
        self.contributions = contributions
        self.readings = readings
        self.writes = writes
    }
}

/// One look beyond the event, and what was seen.
package struct ContextRead: Sendable, Hashable, Codable {
    package enum Request: Sendable, Hashable, Codable {
        /// State as it stood in `prepare`, which waits for nobody.
        case state(key: String)
        case member(UserID, clan: ClanID)
        case channel(ChannelID)
        case role(RoleID, clan: ClanID)
        /// The newest messages of a channel before one; those before now where it is zero.
        case history(ChannelID, before: MessageID, limit: Int)
        case http(HTTPReadRequest)
        /// One message as it stands, as the server told it; nil for one that is gone or was never heard of.
        case message(MessageID, in: ChannelID)
        /// The bytes of an attachment.
        case file(url: String, bot: RequestingBot, limit: Int)
        /// The newest messages kept of a channel before one; those before now where it is zero.
        case kept(ChannelID, before: MessageID, limit: Int)
        case channels(ClanID, after: ChannelID, limit: Int)
        case members(ClanID, after: UserID, limit: Int)
        /// What others have said since we last did.
        case unread(ChannelID)
        /// What is to come for a bot.
        case appointments(of: String)
        /// What somebody may ask for in a channel besides bots' commands.
        case topics(ChannelID, clan: ClanID, for: UserID)
    }

    package enum Response: Sendable, Hashable, Codable {
        case state(StoredState?)
        case member(Member?)
        case channel(Channel?)
        /// What it is called.
        case role(String?)
        case messages([Message])
        case http(HTTPOutcome)
        case message(Message?)
        case file(FileOutcome)
        case kept([StoredMessage])
        case channels([Channel])
        case members([Member])
        case count(Int)
        case appointments([ScheduledJob])
        case topics([HelpTopic])
        /// It could not be answered, and the bot was told so.
        case failed(String)
    }

    package var question: Request
    package var answer: Response

    package init(question: Request, answer: Response) {
        self.question = question
        self.answer = answer
    }
}
