package import BotKit
package import ChatModel
package import Storage

/// The bots of one rule revision, as created by this build.
package struct BotFactory: Sendable {
    /// The event handlers in order, including the given rules handler.
    package let handlers: @Sendable (Event) -> [any EventHandler]
    /// The bots by name.
    package let bots: [String: any Bot.Type]
    /// The bots of the revision that this build cannot create, and the reasons.
    package let missing: [String: String]

    package init(
        handlers: @escaping @Sendable (Event) -> [any EventHandler], bots: [String: any Bot.Type], absent: [String: String]
    ) {
        self.handlers = handlers
        self.bots = bots
        self.missing = absent
    }
}

/// Creates the bots of a revision for a runtime, with a handler in place of the rules; returns nil for an unreadable revision.
package typealias BotFactoryProvider =
    @Sendable (_ revision: RuleRevision, _ runtime: BotRuntime, _ rules: any EventHandler) -> BotFactory?
