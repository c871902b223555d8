package import ChatModel

/// An action of a user in one of the clans and its expected outcome. Further kinds are added to `TenantSoakRun.scenarios`.
package protocol TenantScenario: Sendable {
    /// The name under which the scenario is counted.
    static var name: String { get }

    init()

    /// Performs the scenario once and returns the errors in its result, one sentence each; the oracle additionally checks everything
    /// that becomes visible.
    func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String]
}

extension TenantEnvironment {
    package func somebody(using random: inout SplitMix64) -> TenantUser { plan.people.randomElement(using: &random)! }

    /// Returns a channel that a user can read.
    package func place(readBy person: TenantUser, using random: inout SplitMix64) -> TenantPlace? {
        plan.places.values.filter { $0.readers.contains(person.id) }.sorted { $0.id < $1.id }.randomElement(using: &random)
    }
}

/// Sends a message with a unique token, sometimes with a word that triggers a rule.
package struct MessageScenario: TenantScenario {
    package static let name = "say"
    private static let words = ["!up", "!copy", "!quote", "!alarm", "!tell", "!later", "!mine", "!keep", GossipBot.word, ""]

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let person = environment.somebody(using: &random)
        guard let place = environment.place(readBy: person, using: &random) else { return [] }
        let token = environment.oracle.token(in: place.id)
        let word = Self.words.randomElement(using: &random)!
        let draft = Draft("\(word) \(token) a confidential matter")
        let answered = environment.messages(in: place).randomElement(using: &random).map(Reference.init(to:))
        let reference = Bool.random(using: &random) ? answered : nil
        let operations = try await environment.operations {
            try await environment.perform(.send(draft, answering: reference, topic: 0), in: place, as: person.id)
        }
        if word == GossipBot.word { environment.tally.repeated += operations.count { $0.text.contains(word) } }
        return []
    }
}

/// Edits, deletes or reacts to one of the latest messages of a channel.
package struct ChangeScenario: TenantScenario {
    package static let name = "change"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let person = environment.somebody(using: &random)
        guard let place = environment.place(readBy: person, using: &random),
            let message = environment.messages(in: place).randomElement(using: &random)
        else { return [] }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let draft = Draft("!quote changed \(environment.oracle.token(in: place.id))")
            try await environment.perform(.edit(message.id, draft, topic: 0), in: place, as: message.author.id)
        case 1: try await environment.perform(.delete(message.id, topic: 0), in: place, as: message.author.id)
        default:
            try await environment.perform(.react("👍", message: message.id, author: message.author.id), in: place, as: person.id)
        }
        return []
    }
}

/// Opens a thread, private in half of the cases, and sends a message there.
package struct OpenThreadScenario: TenantScenario {
    package static let name = "thread"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let person = environment.somebody(using: &random)
        guard let parent = environment.place(readBy: person, using: &random), !parent.channel.isThread else { return [] }
        let label = "thread-\(random.next())"
        let others = parent.readers.sorted().shuffled(using: &random).prefix(2)
        let isPrivate = Bool.random(using: &random)
        guard
            let thread = try await environment.openThread(
                label, under: parent, isPrivate: isPrivate, inviting: Array(others), as: person.id)
        else { return [] }
        let words = ["!up", "!copy", ""].randomElement(using: &random)!
        let said = Draft("\(words) \(environment.oracle.token(in: thread.id))")
        try await environment.perform(.send(said, answering: nil, topic: 0), in: thread, as: person.id)
        return []
    }
}

/// Advances the clock, so that waits end and time windows expire.
package struct WaitScenario: TenantScenario {
    package static let name = "wait"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        try await environment.advance(by: .seconds(Int.random(in: 5...90, using: &random)))
        return []
    }
}

/// Restarts the bot, in half of the cases after a kill.
package struct RestartScenario: TenantScenario {
    package static let name = "restart"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        try await environment.restart(isKilled: Bool.random(using: &random))
        return []
    }
}
