import BotKit
import ChatModel

/// One line of a fixture. Users, channels and messages have the names that the fixture gives them; the bot's first message after
/// event 3 is named `a3`, the second `a3.2`.
enum FixtureLine: Equatable, Sendable {
    case clan(TestClanSetup)
    case event(Event)
    /// The actions expected after an event and before the next one, exactly and in this order, and those that must not occur.
    case expectation(after: Int, expected: [ActionFields]?, never: [ForbiddenAction])
    case fault(nth: Int, FaultFields)
    case restart(isKilled: Bool)
    /// The response of a web address from this line on.
    case http(String, HTTPOutcome)

    enum FaultFields: Equatable, Sendable {
        case send(SendFault)
        /// The application is killed before the commit.
        case commit
    }

    /// An event at a point in time.
    struct Event: Equatable, Sendable {
        var number: Int?
        /// The time since the start of the clan; nil for immediately.
        var at: Duration?
        var operation: Operation
    }

    enum Operation: Equatable, Sendable {
        /// A message; if `mentions` is nil, they are taken from `@name` in the text.
        case message(name: String, by: String, channel: String, text: String, mentions: [MentionFields]?, answering: String?)
        case edit(message: String, text: String, mentions: [MentionFields]?)
        case delete(message: String)
        case reaction(message: String, by: String, emoji: String, isRemoval: Bool)
        case button(String, message: String, by: String, values: [String]?)
        /// A user joins a clan; if `clan` is nil, the fixture's main clan.
        case join(String, clan: String?)
        case leave(String, clan: String?)
        case role(String, of: String, isTaken: Bool, clan: String?)
        /// A user is banned from writing, permanently if `length` is nil, or the ban is lifted.
        case ban(String, channel: String, length: Duration?, isLifted: Bool)
        case voice(String, channel: String, isLeaving: Bool)
        /// A user appears online or offline.
        case presence(String, isLeaving: Bool)
        /// A user begins to write a message.
        case typing(String, channel: String)
        /// A user sends the bot tokens.
        case tokens(Int, note: String, by: String)
        /// A user gives the author of a message a coffee.
        case coffee(message: String, by: String)
        /// A user chooses a command from Mezon's `/` menu.
        case menu(String, by: String, channel: String)
        /// An event of the clan's calendar is created, renamed or deleted.
        case calendar(CalendarChange, title: String)
        /// Time passes.
        case clock(Duration)
    }

    enum CalendarChange: Equatable, Sendable {
        /// An event is created that starts after a time, in a voice channel if one is given.
        case created(startsIn: Duration, channel: String?)
        case renamed(to: String)
        case deleted
    }

    struct MentionFields: Equatable, Sendable {
        var user: String
        var range: TextRange
    }
}

/// An action in a fixture: its kind, and the relevant fields.
struct ActionFields: Equatable, Sendable {
    var kind: String
    var fields: [String: JSONValue]
    /// The author that requested it; nil for an expectation, which leaves it open.
    var author: String?

    /// Returns whether an action matches the expectation: the same kind, with all fields that are given.
    func matches(_ found: ActionFields) -> Bool {
        kind == found.kind && fields.allSatisfy { found.fields[$0.key] == $0.value }
    }

    var text: String { FixtureJSONEncoder.text(.object([kind: .object(fields)])) }
}
