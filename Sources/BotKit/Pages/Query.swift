/// A list that a bot may read page by page.
public struct Query<Element: Sendable>: Sendable {
    /// What to ask for up to so many of it, past a place.
    let question: @Sendable (_ scene: InvocationContext, _ position: Int64, _ limit: Int) -> ContextRead.Request
    /// Nil where something else was answered.
    let elements: @Sendable (ContextRead.Response) -> [Element]?
    let position: @Sendable (Element) -> Int64
}

extension Query<StoredMessage> {
    /// What was said in the event's channel, the newest first, without what was deleted: as the house keeps it, from its first day
    /// on. What was said within the last second or two may not be there yet.
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
    /// The channels of the event's clan that this account sees, by their ids.
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

extension Query<Member> {
    /// The members of the event's clan, by their ids.
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
