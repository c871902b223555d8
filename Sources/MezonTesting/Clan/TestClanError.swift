/// Why a test clan did not do what it was asked.
public enum TestClanError: Error, Equatable, CustomStringConvertible {
    /// The clan does not let somebody do that: they are muted, they left, it is too long.
    case refused(who: String, why: String)
    case noSuchChannel(String, known: [String])
    /// Somebody who is a member already joins once more.
    case alreadyMember(String)
    /// There is no message to act on.
    case noMessage(String)
    /// What the house asked for is not part of this clan; a test that needs it would prove nothing.
    case notModelled(String)
    /// A bot reads the machine's clock or chance: the same event would not give the same answer again.
    case readsMachine(bot: String, what: String, instead: String)
    /// The rules cannot be used; each line names one mistake and its place.
    case badRules(String)

    public var description: String {
        switch self {
        case .refused(let who, let why): "the clan does not let \(who) do that: \(why)"
        case .noSuchChannel(let name, let known): "there is no channel '\(name)'; there are \(known.joined(separator: ", "))"
        case .alreadyMember(let name): "\(name) is a member already and cannot join; they may leave first"
        case .noMessage(let why): "there is no message to act on: \(why)"
        case .notModelled(let call): "the test clan does not model \(call)"
        case .readsMachine(let bot, let what, let instead):
            "the bot '\(bot)' reads \(what), so the same event would not give the same answer again; it takes \(instead)"
        case .badRules(let report): "the rules cannot be used:\n\(report)"
        }
    }
}
