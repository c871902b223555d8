package import MezonModel

/// What a bot says of itself to its operator, besides its manifest.
package struct BotDescriptor: Sendable {
    package struct Option: Sendable, Hashable {
        package var name: String
        /// Null for one that has no value of its own.
        package var fallback: JSONValue
    }

    /// In the order in which the type names them.
    package let options: [Option]
    package let commands: [CommandDescriptor]
    /// Of the type of what it remembers; nil for a bot that remembers nothing.
    package let fingerprint: String?
}

extension Bot {
    /// - Throws: `OptionError`.
    package static func profile(options given: JSONValue) throws -> BotDescriptor {
        let options = try Options.decode(from: given)
        let defaults = try Options.defaults
        return BotDescriptor(
            options: Options.names.map { BotDescriptor.Option(name: $0, fallback: defaults[$0] ?? .null) },
            commands: Self(options: options).commands.map(\.profile),
            fingerprint: State.self == NoState.self ? nil : State.fingerprint)
    }
}
