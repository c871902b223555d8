/// An error in the use of a test clan.
public enum TestClanError: Error, Equatable, CustomStringConvertible {
    /// The clan rejects the operation: the user is muted or has left, the text is too long.
    case refused(who: String, why: String)
    /// The clan has no channel of that name.
    case noSuchChannel(String, known: [String])
    /// The user is already a member.
    case alreadyMember(String)
    /// There is no message to act on.
    case noMessage(String)
    /// The application made a request that the clan does not model; a test that relies on it would prove nothing.
    case notModelled(String)
    /// A bot reads the system's clock or random numbers, so the same event would not give the same answer again.
    case nondeterministic(bot: String, what: String, instead: String)
    /// Users see something else under faults than without them. The seed draws these faults again.
    case faultChangesOutcome(seed: UInt64, faults: [String], differences: [String])
    /// The rules are invalid; each line names one error and its position.
    case badRules(String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .refused(let who, let why): "the clan rejects the operation of \(who): \(why)"
        case .noSuchChannel(let name, let known): "unknown channel '\(name)'; available: \(known.joined(separator: ", "))"
        case .alreadyMember(let name): "\(name) is already a member and cannot join; let the user leave first"
        case .noMessage(let why): "there is no message to act on: \(why)"
        case .notModelled(let call): "the test clan does not model \(call)"
        case .nondeterministic(let bot, let what, let instead):
            "the bot '\(bot)' reads \(what), so the same event would not give the same answer again; use \(instead)"
        case .faultChangesOutcome(let seed, let faults, let differences):
            "under the faults of seed \(seed) (\(faults.joined(separator: "; "))), users see something else than without them:\n"
                + differences.joined(separator: "\n")
        case .badRules(let report): "the rules are invalid:\n\(report)"
        }
    }
}
