package import ChatModel

/// An act of a user in one of the clans. Further kinds are added to `TenantTrial.acts`.
package protocol TenantAct: Sendable {
    /// The name under which the act is counted.
    static var name: String { get }

    init()

    /// Performs the act once and returns the errors in its result, one sentence each; the oracle additionally checks everything
    /// that becomes visible.
    func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String]
}

extension TenantStage {
    package func somebody(using random: inout SplitMix64) -> TenantUser { plan.people.randomElement(using: &random)! }

    /// Returns a channel that a user can read.
    package func place(readBy person: TenantUser, using random: inout SplitMix64) -> TenantPlace? {
        plan.places.values.filter { $0.readers.contains(person.id) }.sorted { $0.id < $1.id }.randomElement(using: &random)
    }
}

/// Sends a message with a unique token, sometimes with a word that triggers a rule.
package struct SayAct: TenantAct {
    package static let name = "say"
    private static let words = ["!up", "!copy", "!quote", "!alarm", "!tell", "!later", "!mine", "!keep", ""]

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        let person = stage.somebody(using: &random)
        guard let place = stage.place(readBy: person, using: &random) else { return [] }
        let token = stage.oracle.token(in: place.id)
        let draft = Draft("\(Self.words.randomElement(using: &random)!) \(token) a confidential matter")
        let answered = stage.messages(in: place).randomElement(using: &random).map(Reference.init(to:))
        try await stage.perform(
            .send(draft, answering: Bool.random(using: &random) ? answered : nil, topic: 0), in: place, as: person.id)
        return []
    }
}

/// Edits, deletes or reacts to one of the latest messages of a channel.
package struct ChangeAct: TenantAct {
    package static let name = "change"

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        let person = stage.somebody(using: &random)
        guard let place = stage.place(readBy: person, using: &random),
            let message = stage.messages(in: place).randomElement(using: &random)
        else { return [] }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let draft = Draft("!quote changed \(stage.oracle.token(in: place.id))")
            try await stage.perform(.edit(message.id, draft, topic: 0), in: place, as: message.author.id)
        case 1: try await stage.perform(.delete(message.id, topic: 0), in: place, as: message.author.id)
        default:
            try await stage.perform(.react("👍", message: message.id, author: message.author.id), in: place, as: person.id)
        }
        return []
    }
}

/// Opens a thread, private in half of the cases, and sends a message there.
package struct OpenThreadAct: TenantAct {
    package static let name = "thread"

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        let person = stage.somebody(using: &random)
        guard let parent = stage.place(readBy: person, using: &random), !parent.channel.isThread else { return [] }
        let label = "thread-\(random.next())"
        let others = parent.readers.sorted().shuffled(using: &random).prefix(2)
        let isPrivate = Bool.random(using: &random)
        guard
            let thread = try await stage.openThread(
                label, under: parent, isPrivate: isPrivate, inviting: Array(others), as: person.id)
        else { return [] }
        let words = ["!up", "!copy", ""].randomElement(using: &random)!
        let said = Draft("\(words) \(stage.oracle.token(in: thread.id))")
        try await stage.perform(.send(said, answering: nil, topic: 0), in: thread, as: person.id)
        return []
    }
}

/// Advances the clock, so that waits end and time windows expire.
package struct WaitAct: TenantAct {
    package static let name = "wait"

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        try await stage.advance(by: .seconds(Int.random(in: 5...90, using: &random)))
        return []
    }
}

/// Restarts the bot, in half of the cases after a kill.
package struct RestartAct: TenantAct {
    package static let name = "restart"

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        try await stage.restart(isKilled: Bool.random(using: &random))
        return []
    }
}
