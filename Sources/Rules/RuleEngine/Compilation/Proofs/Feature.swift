import ChatModel

/// A property of an event or of the stored state that conditions restrict. Two conditions on the same property read the same value.
enum Feature: Hashable, Sendable {
    // Numbers.
    case length([TextSelector]), lines([TextSelector])
    case letters, capitalShare, runLength, emoji, links, attachments
    case mentionedUsers, distinctMentionedUsers, mentionedRoles
    case memberFor(EventUser), messagesSeen(EventUser), replyAge
    case counter(String, SubjectScope), distinctCount(String, SubjectScope)
    case amount(WindowSpec)
    case similarMessages(WindowSpec, similarity: Double)
    case minute(zone: String)
    /// The random number of a rule.
    case roll

    // Values.
    case user(EventUser), isBot(EventUser)
    case language([TextSelector])
    case mentionsEveryone, mentionsBot, repliedAuthor
    case clan, category, channelType, isPrivate, isThread
    case day(zone: String)
    case level
    case variable(String, VariableScope)
    case trigger

    // Sets of ids.
    case roles(EventUser), places, mentioned

    /// The texts that are found in others.
    case texts([TextSelector])

    /// A condition of which nothing is known but how it is written.
    case opaque(String, JSONValue)

    /// The bounds within which all numbers of the property are; `nil` for other properties.
    var numbers: NumberSet? {
        switch self {
        case .length, .lines, .letters, .runLength, .emoji, .links, .attachments, .mentionedUsers, .distinctMentionedUsers,
            .mentionedRoles, .distinctCount, .amount:
            .atLeast(0)
        case .capitalShare, .roll:
            NumberSet([.init(lower: 0, includesLower: true, upper: 1, includesUpper: self == .capitalShare)])
        case .messagesSeen, .replyAge, .similarMessages: .atLeast(0, orUnknown: true)
        // A clock may be wrong, so that a user joins in the future.
        case .memberFor: NumberSet([.all], includesUnknown: true)
        case .counter: NumberSet([.all])
        case .minute: NumberSet(0...1439)
        default: nil
        }
    }

    /// A Boolean value that indicates whether the property is a whole number.
    var isWholeNumber: Bool {
        switch self {
        case .capitalShare, .roll, .memberFor, .replyAge: false
        default: true
        }
    }

    /// All values of the property; `nil` for properties of other types.
    var values: ValueSet? {
        switch self {
        case .mentionsEveryone, .mentionsBot: ValueSet(["true", "false"])
        case .isBot, .isPrivate, .isThread: ValueSet(["true", "false"], includesMissing: true)
        case .repliedAuthor: ValueSet(["me", "bot", "user", "none"])
        case .level: ValueSet(AlertLevel.allCases.map(\.rawValue))
        case .language: ValueSet(DetectedLanguage.allCases.map(\.rawValue), includesMissing: true)
        case .user, .clan, .category, .channelType, .variable: ValueSet([], isExclusion: true, includesMissing: true)
        case .day, .trigger: .anyKnown
        default: nil
        }
    }

    /// The name of the state that rules change while an event is handled; `nil` for what the event itself determines.
    var state: RuleStateName? {
        switch self {
        case .counter(let name, _), .distinctCount(let name, _): .counter(name)
        case .variable(let name, _): .variable(name)
        case .level: .level
        default: nil
        }
    }

    /// A Boolean value that indicates whether the property differs between the rules that see an event.
    var isOfOneRule: Bool { self == .roll || self == .trigger }
}
