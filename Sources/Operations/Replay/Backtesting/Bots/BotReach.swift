import BotKit
import ChatModel

/// The part that bots have in an event in one branch of a backtest.
struct BotReach {
    static let noEvent = "the event does not happen"

    /// A run of a bot by a rule.
    struct Run: Equatable {
        /// The rule, with a number if it runs the same bot again: `rule:ask`, `rule:ask#2`.
        var rule: String
        var bot: String
        var command: String

        /// The bot in records: `rule:ask#2/bot:kudos`.
        var author: String { "\(rule)/bot:\(bot)" }
    }

    /// The reason why bots do not see the event; nil if they do, or if it does not happen.
    var stop: String?
    /// A Boolean value that indicates whether bots see the event.
    var isReached: Bool
    var runs: [Run] = []
    /// The reason why it is unknown whether the event happens; nil if it is known.
    var doubt: String?

    /// - Parameter isHere: A Boolean value that indicates whether the event happens.
    init(_ decision: RuleDecision?, of event: Event, isHere: Bool = true) {
        stop = decision?.stops
        isReached = isHere && stop == nil
        guard let decision, case .message = event else { return }
        var counts: [String: Int] = [:]
        for result in decision.results where !result.isShadow {
            for case .run(let bot, let command) in result.actions {
                let count = counts["\(result.author)/\(bot)", default: 0] + 1
                counts["\(result.author)/\(bot)"] = count
                runs.append(Run(rule: count == 1 ? result.author : "\(result.author)#\(count)", bot: bot, command: command))
            }
        }
    }

    /// Returns whether bots have the same part in another branch.
    func isSame(as other: BotReach) -> Bool { isReached == other.isReached && runs == other.runs && doubt == other.doubt }

    /// The run of a recorded author; nil for a bot that no rule runs.
    func run(_ author: String) -> Run? { runs.first { $0.author == author } }

    /// Returns whether a recorded author is invoked.
    func invokes(_ author: String) -> Bool { author.hasPrefix("rule:") ? run(author) != nil : isReached }

    /// The reason why a recorded author is not invoked.
    func absence(of author: String) -> String {
        author.hasPrefix("rule:") ? "no rule runs it" : stop ?? Self.noEvent
    }
}

/// An event of a backtest with the part that bots have in it.
struct BacktestedEvent {
    var sequence: Int64
    /// The revision whose bots were in use.
    var version: String
    /// The parts by the former rules and by the changed ones.
    var reaches: [BotReach]
    /// A Boolean value that indicates whether the parts differ because of the rules alone.
    var isCertain: Bool

    var isDifferent: Bool { !reaches[0].isSame(as: reaches[1]) }
}
