import AsyncSupport
import BotConfiguration
import BotKit
import ChatModel
import Delivery
import EventProcessing
package import Recurrence

extension EventEngine {
    /// The parts of an engine that depend on where it runs. The defaults suit a caller that processes the entries itself.
    package struct Environment: Sendable {
        /// The maximum number of messages to Mezon that may start in any second; nil for no limit.
        var messagesPerSecond: Int?
        /// A Boolean value that indicates whether the results of sends may wait for another commit to share.
        var resultsMayWait = false
        /// The source of retry delays.
        var random: any RandomNumberGenerator & Sendable = SplitMix64(seed: 1)
        var limits = EventProcessor.Limits()
        /// The seed of random choices in decisions.
        var seed: UInt64 = 0
        /// The clock of the time limits of decisions; nil for that of the engine.
        var decisionTime: (any TimeSource)?
        /// The executors of bots; nil to run them on the calling thread.
        var executors: ExecutorProvider?
        /// The log in which invocations are marked.
        var crashLog: CrashLog?
        var health: HealthMonitor?
        /// Wraps each event handler to observe its results; nil to use it as it is.
        var observe: (@Sendable (any EventHandler) -> any EventHandler)?
        /// Returns the delivery middleware that runs after that of the configuration.
        var middleware: @Sendable (ChannelID) -> [any DeliveryMiddleware] = { _ in [] }
        /// The gate that is open while there is a connection.
        var connected = AsyncGate()
        /// Looks up the channels that the directory does not know; nil where there is no server to ask.
        var findChannel: EventDispatcher.ChannelFinder?
        /// Reads the users banned from writing in a channel.
        var bans: SanctionExpiryService.Bans = { _, _ in [] }
        /// The cache of time-zone rules.
        package var zones = ZoneRulesCache()

        package init() {}
    }
}

extension EventEngine.Environment {
    /// The environment of the running application.
    static func live(
        _ compiled: CompiledConfiguration, mezon: MezonServices, routes: DeliveryRoutes, crashLog: CrashLog,
        health: HealthMonitor, time: any TimeSource
    ) -> Self {
        var environment = Self()
        environment.messagesPerSecond =
            compiled.configuration.send.perSecond ?? (compiled.isLocal ? nil : SendSettings.mezonPerSecond)
        environment.resultsMayWait = true
        environment.random = SystemRandomNumberGenerator()
        environment.decisionTime = StallTolerantTime(base: time)
        environment.executors = ExecutorProvider {
            DedicatedThreadExecutor($0, time: time, around: crashLog.attributing(to: $0))
        }
        environment.crashLog = crashLog
        environment.health = health
        environment.middleware = { routes.middleware(for: $0) }
        environment.connected = mezon.connected
        environment.bans = mezon.clans.bannedUsers
        environment.findChannel = mezon.channels.find
        return environment
    }
}
