package import BotKit
package import ChatModel
package import Delivery
package import EventProcessing
package import Foundation
package import Logging
import Moderation
package import RuleEngine
package import Storage
import Synchronization

/// The event processing, delivery and scheduling of an application over a store, without event ingestion.
///
/// The running application, replay in tests, simulations and benchmarks share it: they differ in its environment, its sender and
/// its clock, and in which of its services they run.
package struct EventEngine: Sendable {
    private let store: Store
    private let handlersFactory: ChannelHandlersFactory
    private let handlers: HandlerRegistry
    private let replyLimiter: StoredReplyLimiter
    package let ruleEngine: RuleEngine
    let bots: BotRuntime
    package let eventProcessor: EventProcessor
    let dispatcher: EventDispatcher
    let deliveryService: DeliveryService
    package let scheduler: SchedulerService
    let sanctionExpiry: SanctionExpiryService

    /// - Parameters:
    ///   - me: The account of the bot.
    ///   - sender: Returns the sender for a channel.
    ///   - reads: Answers the reads of bots: members, channels and history.
    /// - Throws: `ApplicationError`, and errors of the store.
    package init(
        _ compiled: CompiledConfiguration, store: Store, me: UserID, sender: @escaping @Sendable (ChannelID) -> any Sender,
        environment: Environment = Environment(), time: any TimeSource, logger: Logger, reads: @escaping BotRuntime.ReadHandler
    ) async throws {
        let ruleEngine = try await RuleEngine.open(compiled, store: store, me: me, time: time, logger: logger)
        let bots = try await BotRuntime.open(
            compiled.bots.definitions + [BotDefinition(LanguageBot.self)], store: store, executors: environment.executors,
            crashLog: environment.crashLog,
            health: environment.health, time: time, logger: logger
        ) { request in
            let directory = DirectoryLookup(of: store)
            switch request {
            case .topics(let channel, _, let user):
                return .topics(ruleEngine.topics(in: store.directory.channel(channel), for: user, seeing: directory))
            case .isModerator(let user, let clan):
                return .truth(ruleEngine.current.isModerator(user, of: clan, seeing: directory))
            default: return await reads(request)
            }
        }
        handlersFactory = ChannelHandlersFactory(store: store, ruleEngine: ruleEngine, bots: bots, logger: logger)
        let handlers = HandlerRegistry(handlersFactory.handlers(of: compiled))
        replyLimiter = try await StoredReplyLimiter(compiled.configuration, store: store, at: time.now)
        eventProcessor = EventProcessor(
            me: me, limits: environment.limits, seed: environment.seed, time: environment.decisionTime ?? time, logger: logger,
            entry: { try await store.journal.entry($0) }, deliveries: { try await store.reader.deliveries(causedBy: $0) },
            isApplication: { store.directory.kind(of: $0) == .application },
            replyLimit: replyLimiter.replyLimit
        ) { event, context in
            let found = handlers.handlers(for: event, context)
            return environment.observe.map(found.map) ?? found
        }
        dispatcher = EventDispatcher(
            store: store, processor: eventProcessor, logger: logger, findChannel: environment.findChannel)
        let failures = DeliveryFailureReporter(store: store)
        deliveryService = DeliveryService(
            store: store, me: me, perSecond: environment.messagesPerSecond, resultsMayWait: environment.resultsMayWait,
            time: time, random: environment.random, logger: logger, sender: sender,
            middleware: { channel in
                let configured = handlers.deliveryMiddleware(of: channel)
                let added = environment.middleware(channel)
                return configured.isEmpty ? added : configured + added
            },
            noteFailure: { failures.event(for: $0, $1, because: $2, at: time.now) })
        scheduler = SchedulerService(store: store, time: time, zones: environment.zones, logger: logger)
        sanctionExpiry = SanctionExpiryService(
            store: store, connected: environment.connected, time: time, logger: logger, bans: environment.bans)
        self.store = store
        self.ruleEngine = ruleEngine
        self.bots = bots
        self.handlers = handlers
    }

    /// Activates the rules and handlers of another configuration at one position of the journal. Its bots start with the next
    /// process. If the change cannot be stored, the previous revision stays active.
    ///
    /// - Returns: The first entry that they handle.
    /// - Throws: Errors of the store.
    @discardableResult
    package func activate(_ compiled: CompiledConfiguration, by author: String? = nil, at date: Date) async throws -> Int64 {
        let version = compiled.rules.version
        let channelHandlers = handlersFactory.handlers(of: compiled)
        let boundary = Mutex<Int64?>(nil)
        let withdraw = { @Sendable [ruleEngine, handlers] (sequence: Int64) in
            ruleEngine.withdraw(from: sequence)
            handlers.withdraw(from: sequence)
        }
        do {
            return try await store.revisions.change(
                to: version, files: compiled.files.json, jobs: compiled.rules.configuredJobs(after: date),
                by: .rulesChanged(version: version, by: author, at: date)
            ) { [ruleEngine, handlers] sequence in
                boundary.withLock { last in
                    if let last { withdraw(last) }
                    last = sequence
                }
                handlers.change(to: channelHandlers, from: sequence)
                ruleEngine.change(to: compiled.rules, from: sequence)
            }
        } catch {
            if let last = boundary.withLock({ $0 }) { withdraw(last) }
            throw error
        }
    }

    /// The answers that are held back at a time.
    func heldAnswers(at now: Date) -> [AnswerHold] { replyLimiter.holds(at: now) }
}
