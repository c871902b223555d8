package import ChatModel

/// The description of a bot that listings show to the operator, besides its manifest.
package struct BotDescriptor: Sendable {
    package struct Option: Sendable, Hashable {
        package var name: String
        /// The default value; null if the option has none.
        package var fallback: JSONValue
    }

    /// The options, in the order of the type's properties.
    package let options: [Option]
    package let commands: [CommandDescriptor]
    /// The fingerprint of the state type; nil for a bot without state.
    package let fingerprint: String?
}

extension Bot {
    /// Returns the bot's description for the given options.
    ///
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
