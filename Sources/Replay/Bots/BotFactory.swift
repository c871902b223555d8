package import BotKit
package import MezonModel
package import Persistence

/// The bots of one edition, as this build makes them.
package struct BotFactory: Sendable {
    /// Everybody who looks at an event, in order; the rules among them are those that were handed in.
    package let participants: @Sendable (Event) -> [any EventHandler]
    /// By their names.
    package let bots: [String: any Bot.Type]
    /// Those of the edition that this build cannot make, and why.
    package let absent: [String: String]

    package init(
        participants: @escaping @Sendable (Event) -> [any EventHandler], bots: [String: any Bot.Type], absent: [String: String]
    ) {
        self.participants = participants
        self.bots = bots
        self.absent = absent
    }
}

/// Makes the bots of an edition for a house, with somebody who stands in for the rules; nil for an edition that cannot be read.
package typealias BotFactoryProvider =
    @Sendable (_ edition: RuleRevision, _ house: BotRuntime, _ rules: any EventHandler) -> BotFactory?
