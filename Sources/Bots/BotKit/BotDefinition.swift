package import ChatModel

/// A bot that a configuration can enable: a type of this build, or a value that shares its type with other bots.
package struct BotDefinition: Sendable {
    package let manifest: Manifest
    /// The type, which knows the form of the bot's state.
    package let type: any Bot.Type
    private let describe: @Sendable (_ options: JSONValue) throws -> BotDescriptor
    private let make:
        @Sendable (_ options: JSONValue, _ secrets: [String: Secret], _ runsLate: Bool, _ calls: Set<String>?) throws ->
            BotInitializer

    package init(_ type: any Bot.Type) {
        manifest = type.manifest
        self.type = type
        describe = { try type.profile(options: $0) }
        make = { try type.initializer(options: $0, secrets: $1, runsLate: $2, calls: $3) }
    }

    /// Creates the definition of a bot whose type stands for several.
    ///
    /// - Parameters:
    ///   - timeout: The time limit of a step, if less than that of every bot.
    ///   - make: Creates the bot with the operator's options.
    package init<B: Bot>(
        _ manifest: Manifest, timeout: Duration? = nil,
        make: @escaping @Sendable (_ options: JSONValue, _ secrets: [String: Secret]) throws -> B
    ) {
        self.manifest = manifest
        type = B.self
        describe = { options in
            BotDescriptor(
                options: [], commands: try make(options, [:]).commands.map(\.profile), fingerprint: B.stateFingerprint)
        }
        self.make = { options, secrets, runsLate, calls in
            let bot = try make(options, secrets)
            return { BotHandler(bot, manifest: manifest, runsLate: runsLate, calls: calls, timeout: timeout, runtime: $0) }
        }
    }

    /// Returns the bot's description for the given options.
    ///
    /// - Throws: `OptionError`.
    package func profile(options: JSONValue) throws -> BotDescriptor { try describe(options) }

    /// Creates the bot with the operator's options.
    ///
    /// - Parameters:
    ///   - secrets: The secrets that options refer to, by reference.
    ///   - calls: The remote procedures that the operator allows; nil if all are.
    /// - Throws: `OptionError`.
    package func initializer(
        options: JSONValue, secrets: [String: Secret] = [:], runsLate: Bool, calls: Set<String>? = nil
    ) throws -> BotInitializer {
        try make(options, secrets, runsLate, calls)
    }
}

extension BotRegistry {
    /// The definitions of the bots, in the order of registration.
    package var definitions: [BotDefinition] { bots.map { BotDefinition($0) } }
}
