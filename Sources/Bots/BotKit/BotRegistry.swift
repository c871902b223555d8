/// The bots of a build, by the names in their manifests.
public struct BotRegistry: Sendable {
    /// The bot types, in the order of registration.
    public let bots: [any Bot.Type]

    /// Creates a registry.
    ///
    /// - Precondition: No two bots have the same name.
    public init(_ bots: [any Bot.Type]) {
        precondition(Set(bots.map { $0.manifest.name }).count == bots.count, "two bots have the same name")
        self.bots = bots
    }

    /// The names of the bots, in the order of registration.
    public var names: [String] { bots.map { $0.manifest.name } }

    /// Returns the bot type with a name, or nil if there is none.
    public func bot(named name: String) -> (any Bot.Type)? { bots.first { $0.manifest.name == name } }
}
