/// The bots of a build, by the names in their manifests.
public struct BotRegistry: Sendable {
    /// In the order in which they were registered.
    public let bots: [any Bot.Type]

    /// - Precondition: no two bots have the same name.
    public init(_ bots: [any Bot.Type]) {
        precondition(Set(bots.map { $0.manifest.name }).count == bots.count, "two bots have the same name")
        self.bots = bots
    }

    public var names: [String] { bots.map { $0.manifest.name } }

    public func bot(named name: String) -> (any Bot.Type)? { bots.first { $0.manifest.name == name } }
}
