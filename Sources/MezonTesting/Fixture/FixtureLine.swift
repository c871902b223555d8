import BotKit
import MezonModel

/// One line of a fixture. People, channels and messages go by the names that the fixture gives them; what the bot says after
/// event 3 is called `a3`, then `a3.2`.
enum FixtureLine: Equatable, Sendable {
    case clan(ClanScript)
    case event(Event)
    /// What is asked for after an event, until the next one: these actions in this order and no others; and kinds that must not
    /// be among them.
    case expectation(after: Int, expected: [ActionForm]?, never: [String])
    case fault(nth: Int, FaultForm)
    case restart(isKilled: Bool)
    /// What a web address answers from here on.
    case http(String, HTTPOutcome)

    enum FaultForm: Equatable, Sendable {
        case send(SendFault)
        /// The house is killed before it commits.
        case commit
    }

    /// Something that happens at a moment.
    struct Event: Equatable, Sendable {
        var number: Int?
        /// From the beginning of the clan; nil for as soon as it is reached.
        var at: Duration?
        var deed: Deed
    }

    enum Deed: Equatable, Sendable {
        /// Mentions that are nil follow from `@name` in the text.
        case message(name: String, by: String, channel: String, text: String, mentions: [MentionForm]?, answering: String?)
        case edit(message: String, text: String, mentions: [MentionForm]?)
        case delete(message: String)
        case reaction(message: String, by: String, emoji: String, isRemoval: Bool)
        case button(String, message: String, by: String, values: [String]?)
        case join(String)
        case leave(String)
        case role(String, of: String, isTaken: Bool)
        /// Time passes.
        case clock(Duration)
    }

    struct MentionForm: Equatable, Sendable {
        var user: String
        var range: TextRange
    }
}

/// An action as a fixture writes it: its kind, and what of it matters.
struct ActionForm: Equatable, Sendable {
    var kind: String
    var fields: [String: JSONValue]

    /// Whether an action is what is expected: of the same kind, with all that is written.
    func fits(_ found: ActionForm) -> Bool {
        kind == found.kind && fields.allSatisfy { found.fields[$0.key] == $0.value }
    }

    var text: String { JSONLine.text(.object([kind: .object(fields)])) }
}
