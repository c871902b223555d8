/// The bots and the middleware of a build, by their names.
public struct BotRegistry: Sendable {
    /// The bot types, in the order of registration.
    public let bots: [any Bot.Type]
    /// The types of incoming middleware.
    public private(set) var incoming: [any IncomingMiddleware.Type] = []
    /// The types of outgoing middleware.
    public private(set) var outgoing: [any OutboundMiddleware.Type] = []

    /// Creates a registry.
    ///
    /// - Precondition: No two bots have the same name.
    public init(_ bots: [any Bot.Type]) {
        precondition(Set(bots.map { $0.manifest.name }).count == bots.count, "two bots have the same name")
        self.bots = bots
    }

    /// Returns the registry with middleware that channels may enable.
    ///
    /// - Parameters:
    ///   - incoming: The types of incoming middleware.
    ///   - outgoing: The types of outgoing middleware.
    /// - Precondition: No two of the middleware have the same name; names are lower-case letters, digits and underscores.
    public func adding(
        incoming: [any IncomingMiddleware.Type] = [], outgoing: [any OutboundMiddleware.Type] = []
    ) -> BotRegistry {
        var registry = self
        registry.incoming += incoming
        registry.outgoing += outgoing
        let names = registry.incoming.map { $0.name } + registry.outgoing.map { $0.name }
        precondition(Set(names).count == names.count, "two of the middleware have the same name")
        for name in names {
            precondition(
                !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 },
                "a middleware's name is lower-case letters, digits and underscores: '\(name)'")
        }
        return registry
    }

    /// The names of the bots, in the order of registration.
    public var names: [String] { bots.map { $0.manifest.name } }

    /// Returns the bot type with a name, or nil if there is none.
    public func bot(named name: String) -> (any Bot.Type)? { bots.first { $0.manifest.name == name } }
}
