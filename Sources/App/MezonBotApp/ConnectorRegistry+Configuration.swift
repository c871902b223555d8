import BotConfiguration
import ChatModel
import ConnectorKit
import Logging
import Storage

extension ConnectorRegistry {
    /// Creates the connectors of a configuration.
    ///
    /// - Throws: Errors of the store.
    init(
        _ compiled: CompiledConfiguration, store: Store, me: UserID, time: any TimeSource, logger: Logger
    ) async throws {
        try await self.init(
            compiled.configuration.connections, connectors: compiled.connectors, store: store, me: me,
            locale: compiled.configuration.bot.locale, time: time, random: { SystemRandomNumberGenerator() }, logger: logger)
    }
}
