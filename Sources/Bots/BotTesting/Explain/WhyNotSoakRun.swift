import BotKit
import ChatModel
import Foundation
import MezonBotApp
import RuleEngine

/// A randomized test that asks what would have turned random decisions around, and decides every answer and each of its parts again
/// on a state that was built anew.
package struct WhyNotSoakRun {
    package struct Outcome: Sendable {
        /// The number of decisions that were asked about.
        package var questions = 0
        /// The number of questions with an answer, and of answers.
        package var answered = 0
        package var alternatives = 0
        /// Answers that do not turn the decision around, or of which a part does.
        package var mistakes: [String] = []
        /// The time of each search.
        package var times: [Duration] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.questions += other.questions
            sum.answered += other.answered
            sum.alternatives += other.alternatives
            sum.mistakes += other.mistakes
            sum.times += other.times
        }
    }

    private let seed: UInt64
    private var clan: RandomClan
    private let set: RuleSet
    private let lookup: DirectoryLookup

    /// - Throws: An error if the random rules cannot be compiled.
    package init(seed: UInt64) throws {
        self.seed = seed
        clan = RandomClan(seed: seed)
        set = try clan.plan().rules
        lookup = DirectoryLookup(
            member: { user, clan in RandomClan.members.first { $0.user == user && $0.clan == clan } },
            channel: { id in RandomClan.channels.first { $0.id == id } }, clan: { Clan(id: $0, name: "test") },
            channels: { clan in RandomClan.channels.filter { $0.clan == clan } })
    }

    /// Runs the test.
    ///
    /// - Parameters:
    ///   - messages: The largest number of messages before a decision.
    ///   - questions: The number of decisions that are asked about.
    ///   - strangers: The number of users who have written as well, each of whom has entries of the state.
    ///   - uptime: Returns the time since a fixed moment.
    package mutating func run(
        messages: Int, questions: Int, strangers: Int, uptime: () -> Duration
    ) -> Outcome {
        var outcome = Outcome()
        let past = (0..<messages).map { makeMessage($0) }
        let crowd = strangers > 0 ? evaluator(after: (0..<strangers).map { stranger($0) } + past) : nil
        for _ in 0..<questions {
            let count = crowd == nil ? Int.random(in: 0..<max(1, messages), using: &clan.random) : messages
            let message = makeMessage(count)
            let rule = clan.drawRule()
            let context = context(message, count)
            outcome.questions += 1
            let found: Counterfactuals?
            if let crowd {
                let began = uptime()
                found = crowd.counterfactuals(of: rule, about: .message(message), context, by: set, seeing: lookup)
                outcome.times.append(uptime() - began)
            } else {
                let before = evaluator(after: Array(past.prefix(count)))
                let began = uptime()
                found = before.counterfactuals(of: rule, about: .message(message), context, by: set, seeing: lookup)
                outcome.times.append(uptime() - began)
                let audit = CounterfactualAudit(set, seeing: lookup) { [self] in evaluator(after: Array(past.prefix(count))) }
                let (again, mistakes) = audit.mistakes(in: rule, about: .message(message), context)
                outcome.mistakes += mistakes.map { "seed \(seed), after \(count) messages: \($0)" }
                if again != found {
                    outcome.mistakes.append("seed \(seed), after \(count) messages: \(rule): two answers differ")
                }
            }
            if let found, !found.alternatives.isEmpty { outcome.answered += 1 }
            outcome.alternatives += found?.alternatives.count ?? 0
        }
        return outcome
    }

    private func evaluator(after past: [Message]) -> RuleEvaluator {
        let evaluator = RuleEvaluator()
        for (number, message) in past.enumerated() {
            guard let input = RuleInput(.message(message), for: set, channel: lookup.channel) else { continue }
            _ = evaluator.decide(input, context(message, number), by: set, seeing: lookup)
        }
        return evaluator
    }

    private func context(_ message: Message, _ number: Int) -> EventContext {
        EventContext(now: message.createdAt, me: RandomClan.me, isLate: false, sequence: Int64(number + 1))
    }

    private mutating func makeMessage(_ number: Int) -> Message {
        let seconds = Double(number) * 17 + Double(Int.random(in: 0...15, using: &clan.random))
        return clan.message(MessageID(rawValue: 1_000_000 + Int64(number)), at: RandomClan.start.addingTimeInterval(seconds))
    }

    /// A message of somebody else, shortly before the others.
    private func stranger(_ number: Int) -> Message {
        .make(
            text: "hello", in: RandomRule.channels[number % 2].id,
            by: Author(id: UserID(rawValue: 10_000 + Int64(number)), username: "user"),
            id: MessageID(rawValue: 10_000_000 + Int64(number)),
            at: RandomClan.start.addingTimeInterval(-1))
    }
}
