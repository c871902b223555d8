package import BotConfiguration
package import ChatModel
import Foundation
package import Logging
package import Storage

/// The parts of the running application that its console reads, and the way in which it acts.
///
/// It has no store: everything that it changes goes through the requests that the commands use.
package struct ConsoleAccess: Sendable {
    package let settings: ConsoleSettings
    package let reader: JournalReader
    /// Searches the archive.
    package let search: @Sendable (MessageSearch) async throws -> SearchPage
    /// The active configuration.
    package let configuration: @Sendable () -> CompiledConfiguration
    /// Performs a request.
    package let ask: @Sendable (AdminRequest) async -> AdminReply
    /// Collects the figures for monitoring.
    package let metrics: @Sendable () async throws -> ApplicationMetrics
    /// The way into the local gateway; nil for a gateway elsewhere.
    package let chat: ChatAccess?
    /// Reports why the console does not work in the status; empty if it works.
    package let degrade: @Sendable ([String]) -> Void
    package let time: any TimeSource
    package let logger: Logger

    package init(
        settings: ConsoleSettings, reader: JournalReader, search: @escaping @Sendable (MessageSearch) async throws -> SearchPage,
        configuration: @escaping @Sendable () -> CompiledConfiguration,
        ask: @escaping @Sendable (AdminRequest) async -> AdminReply,
        metrics: @escaping @Sendable () async throws -> ApplicationMetrics, chat: ChatAccess? = nil,
        degrade: @escaping @Sendable ([String]) -> Void,
        time: any TimeSource, logger: Logger
    ) {
        self.settings = settings
        self.reader = reader
        self.search = search
        self.configuration = configuration
        self.ask = ask
        self.metrics = metrics
        self.chat = chat
        self.degrade = degrade
        self.time = time
        self.logger = logger
    }
}
