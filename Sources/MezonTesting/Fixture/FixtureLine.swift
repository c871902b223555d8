import BotKit
import MezonModel

/// One line of a fixture. People, channels and messages go by the names that the fixture gives them; what the bot says after
/// event 3 is called `a3`, then `a3.2`.
enum FixtureLine: Equatable, Sendable {
    case clan(TestClanSetup)
    case event(Event)
    /// What is asked for after an event, until the next one: these actions in this order and no others; and kinds that must not
    /// be among them.
    case expectation(after: Int, expected: [ActionFields]?, never: [String])
    case fault(nth: Int, FaultFields)
    case restart(isKilled: Bool)
    /// What a web address answers from here on.
    case http(String, HTTPOutcome)

    enum FaultFields: Equatable, Sendable {
        case send(SendFault)
        /// The house is killed before it commits.
        case commit
    }

    /// Something that happens at a moment.
    struct Event: Equatable, Sendable {
        var number: Int?
        /// From the beginning of the clan; nil for as soon as it is reached.
        var at: Duration?
        var deed: Operation
    }

    enum Operation: Equatable, Sendable {
        /// Mentions that are nil follow from `@name` in the text.
        case message(name: String, by: String, channel: String, text: String, mentions: [MentionFields]?, answering: String?)
        case edit(message: String, text: String, mentions: [MentionFields]?)
        case delete(message: String)
        case reaction(message: String, by: String, emoji: String, isRemoval: Bool)
        case button(String, message: String, by: String, values: [String]?)
        /// A clan that is nil is the one that the fixture is about.
        case join(String, clan: String?)
        case leave(String, clan: String?)
        case role(String, of: String, isTaken: Bool, clan: String?)
        /// Without a length for ever.
        case ban(String, channel: String, length: Duration?, isLifted: Bool)
        case voice(String, channel: String, isLeaving: Bool)
        /// Time passes.
        case clock(Duration)
    }

    struct MentionFields: Equatable, Sendable {
        var user: String
        var range: TextRange
    }
}

/// An action as a fixture writes it: its kind, and what of it matters.
struct ActionFields: Equatable, Sendable {
    var kind: String
    var fields: [String: JSONValue]

    /// Whether an action is what is expected: of the same kind, with all that is written.
    func fits(_ found: ActionFields) -> Bool {
        kind == found.kind && fields.allSatisfy { found.fields[$0.key] == $0.value }
    }

    var text: String { FixtureJSONEncoder.text(.object([kind: .object(fields)])) }
}
