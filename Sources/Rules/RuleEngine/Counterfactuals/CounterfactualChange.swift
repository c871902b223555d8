import ChatModel

/// A change to the circumstances of a decision that may be tried.
struct CounterfactualChange {
    /// The circumstance that is changed. Two changes of the same one exclude each other.
    enum Subject: Hashable {
        case text(String)
        case length, capitals, links, attachments, mentions, reply, forwarding
        case channel, time, lateness, earlierMessages, author, kindOfAuthor, membership(UserID), messagesSeen(UserID)
        case roles(UserID, RoleID)
        case state(StateKey)
        case rule(String)
        case chance
    }

    /// The order in which the changes of a set are made: padding after all that adds text.
    enum Phase: Int, Comparable {
        case replacement, removal, addition, length, capitals, rest

        static func < (one: Phase, other: Phase) -> Bool { one.rawValue < other.rawValue }
    }

    let subject: Subject
    let by: Counterfactuals.Party
    let phrase: String
    var phase = Phase.rest
    /// The size of the change among others of the same party.
    var size = 1.0
    let apply: (inout CounterfactualWorld) -> Void

    var reported: Counterfactuals.Change { .init(by: by, phrase: phrase) }
}
