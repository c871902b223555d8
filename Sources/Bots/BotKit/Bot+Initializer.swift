/// Creates the event handler of a configured bot in an application's runtime.
package typealias BotInitializer = @Sendable (BotRuntime) -> any EventHandler

extension Bot {
    /// Creates the bot with the operator's options.
    ///
    /// - Parameters:
    ///   - secrets: The secrets that options refer to, by reference.
    ///   - calls: The remote procedures that the operator allows; nil if all are.
    /// - Throws: `OptionError`.
    package static func initializer(
        options: JSONValue, secrets: [String: Secret] = [:], runsLate: Bool, calls: Set<String>? = nil
    ) throws -> BotInitializer {
        let bot = Self(options: try Options.decode(from: options, secrets: secrets))
        return { BotHandler(bot, runsLate: runsLate, calls: calls, runtime: $0) }
    }

    /// The fingerprint of the state type.
    package static var stateFingerprint: String { State.fingerprint }

    /// Returns a stored value as this build would store it.
    ///
    /// - Throws: `StateError`, also if the value has the type's fingerprint but would lose content, deep within a list; errors of
    ///   the bot's migration.
    package static func migrated(_ stored: StoredState) throws -> StoredState {
        let state: State = try StateJSON.value(stored)
        let new = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
        guard stored.fingerprint == new.fingerprint, stored.json != new.json else { return new }
        let lost = StateJSON.lost(from: try StateJSON.tree(of: stored.json), to: try StateJSON.tree(of: new.json))
        guard lost.isEmpty else { throw StateError.lost(lost) }
        return new
    }
}
