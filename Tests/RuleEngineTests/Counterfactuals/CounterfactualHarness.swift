import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Decides on messages with one state, and asks what would have turned a decision around.
struct CounterfactualHarness {
    let set: RuleSet
    let evaluator = RuleEvaluator()
    let lookup: DirectoryLookup
    private var sequence: Int64 = 0

    init(
        _ rules: String, configuration: String = RuleEngineHarness.moderation,
        members: [Member] = RuleEngineHarness.members, channels: [Channel] = RuleEngineHarness.channels
    ) throws {
        set = try RuleEngineHarness.compile(rules, configuration: configuration).0
        lookup = DirectoryLookup(
            member: { user, clan in members.first { $0.user == user && $0.clan == clan } },
            channel: { id in channels.first { $0.id == id } }, clan: { $0 == 1 ? Clan(id: 1, name: "Lab") : nil },
            channels: { clan in channels.filter { $0.clan == clan } })
    }

    /// Decides on a message.
    mutating func say(_ text: String, at seconds: Double = 0, by author: Author = RuleEngineHarness.binh) {
        let (event, context) = next(text, seconds, author) { _ in }
        guard let input = RuleInput(event, for: set, channel: lookup.channel) else { return }
        _ = evaluator.decide(input, context, by: set, seeing: lookup)
    }

    /// Returns what would have turned around the decision of a rule about a message, which changes nothing.
    mutating func flips(
        of rule: String = "r", _ text: String, at seconds: Double = 0, by author: Author = RuleEngineHarness.binh,
        _ change: (inout Message) -> Void = { _ in }
    ) throws -> Counterfactuals {
        let (event, context) = next(text, seconds, author, change)
        return try #require(evaluator.counterfactuals(of: rule, about: event, context, by: set, seeing: lookup))
    }

    /// The phrases of the alternatives, in their order.
    mutating func phrases(
        of rule: String = "r", _ text: String, at seconds: Double = 0, by author: Author = RuleEngineHarness.binh,
        _ change: (inout Message) -> Void = { _ in }
    ) throws -> [String] {
        try flips(of: rule, text, at: seconds, by: author, change).alternatives.map(\.phrase)
    }

    private mutating func next(
        _ text: String, _ seconds: Double, _ author: Author, _ change: (inout Message) -> Void
    ) -> (Event, EventContext) {
        sequence += 1
        let now = RuleEngineHarness.at(seconds)
        var message = Message(
            id: MessageID(100 + sequence), clan: 1, channel: 11, author: author, content: Content(text), channelLabel: "general",
            createdAt: now)
        change(&message)
        return (.message(message), EventContext(now: now, me: RuleEngineHarness.me, isLate: false, sequence: sequence))
    }
}
