/// A list that a bot can read page by page.
public struct Query<Element: Sendable>: Sendable {
    /// Returns the read request for a limited number of items after a position.
    let question: @Sendable (_ invocation: InvocationContext, _ position: Int64, _ limit: Int) -> ContextRead.Request
    /// Returns the items of a response, or nil if it is of another kind.
    let elements: @Sendable (ContextRead.Response) -> [Element]?
    let position: @Sendable (Element) -> Int64
}

extension Query<StoredMessage> {
    /// The messages of the event's channel, newest first, without deleted ones, as stored by the application since its first run.
    /// Messages of the last one or two seconds may be missing.
    public static var messages: Query {
        Query {
            .kept($0.channel, before: MessageID($1), limit: $2)
        } elements: {
            if case .kept(let messages) = $0 { messages } else { nil }
        } position: {
            $0.id.rawValue
        }
    }
}

extension Query<Channel> {
    /// The channels of the event's clan that this account can see, ordered by id. Private ones have a name only where the event
    /// happened in them.
    public static var channels: Query {
        Query {
            .channels($0.clan, after: ChannelID($1), limit: $2)
        } elements: {
            if case .channels(let channels) = $0 { channels } else { nil }
        } position: {
            $0.id.rawValue
        }
    }
}

extension Query<Channel> {
    /// The direct conversations and groups of this account, ordered by id, with their partners. The list is empty for an event in a
    /// clan or a conversation, whose users are not told who else writes to the bot; it is there for a start, a due job without a
    /// channel, or tokens.
    public static var conversations: Query {
        Query {
            .conversations(after: ChannelID($1), limit: $2)
        } elements: {
            if case .channels(let channels) = $0 { channels } else { nil }
        } position: {
            $0.id.rawValue
        }
    }
}

extension Query<Member> {
    /// The members of the event's clan, ordered by id.
    public static var members: Query {
        Query {
            .members($0.clan, after: UserID($1), limit: $2)
        } elements: {
            if case .members(let members) = $0 { members } else { nil }
        } position: {
            $0.user.rawValue
        }
    }
}
