import BotConfiguration
package import BotKit
package import ChatModel
package import Delivery
package import EventProcessing
package import Foundation
package import Logging
import Moderation
import RuleEngine
package import Storage

/// The event processing and delivery of an application over a store, without event ingestion and services.
package struct EventEngine: Sendable {
    let ruleEngine: RuleEngine
    let handlers: HandlerRegistry
    let bots: BotRuntime
    let channelHandlers: ReloadService.HandlersFactory
    package let eventProcessor: EventProcessor
    /// The answers that are held back at a moment.
    let heldAnswers: @Sendable (Date) -> [AnswerHold]
    let deliveryService: DeliveryService
    /// The invocations under way, for typing indicators.
    let writing: TypingTracker

    /// - Parameters:
    ///   - sender: returns the sender for a channel.
    ///   - perSecond: the maximum number of messages to Mezon that may start in any second; nil for no limit.
    ///   - random: the source of retry delays.
    ///   - seed: the seed of random choices in decisions.
    ///   - executors: the executors of bots; nil to run them on the calling thread.
    ///   - crashLog: the log in which invocations are marked.
    ///   - watch: wraps each event handler to observe its results.
    ///   - last: returns middleware that runs after that of the configuration.
    ///   - ask: answers the reads of bots: members, channels and history.
    /// - Throws: `ApplicationError`, and errors of the store.
    init(
        _ plan: CompiledConfiguration, store: Store, me: UserID, sender: @escaping @Sendable (ChannelID) -> any Sender,
        perSecond: Int?,
        random: any RandomNumberGenerator & Sendable, limits: EventProcessor.Limits = EventProcessor.Limits(), seed: UInt64 = 0,
        time: any TimeSource, deliberationTime: (any TimeSource)? = nil, logger: Logger,
        executors: ExecutorProvider? = nil, crashLog: CrashLog? = nil, health: HealthMonitor? = nil,
        watch: (@Sendable (any EventHandler) -> any EventHandler)? = nil,
        last: @escaping @Sendable (ChannelID) -> [any DeliveryMiddleware] = { _ in [] }, ask: @escaping BotRuntime.ReadHandler
    ) async throws {
        let engine = try await RuleEngine.open(plan, store: store, me: me, at: time.now, logger: logger)
        let runtime = try await BotRuntime.open(
            plan.bots.types, store: store, executors: executors, crashLog: crashLog, health: health, time: time, logger: logger
        ) { question in
            guard case .topics(let channel, _, let user) = question else { return await ask(question) }
            return .topics(engine.topics(in: store.directory.channel(channel), for: user, seeing: DirectoryLookup(of: store)))
        }
        let channelHandlers = Self.rosterMaker(store: store, engine: engine, runtime: runtime)
        let rosters = HandlerRegistry(channelHandlers(plan))
        deliveryService = DeliveryService(
            store: store, me: me, perSecond: perSecond, time: time, random: random, logger: logger, sender: sender,
            hooks: { rosters.outgoingHooks(of: $0) + last($0) },
            noteFailure: { DeliveryFailureReporter(store: store).event(for: $0, $1, because: $2, at: time.now) })
        // What is said of sending counts from the start on.
        let brakeLimits = ReplyLimiter.Limits(
            perMinute: plan.configuration.send.answerLimits.perMinute, perHour: plan.configuration.send.answerLimits.perHour,
            inRow: plan.configuration.send.answerLimits.inRow)
        let brake = ReplyLimiter(try await store.state.answerCounts(since: time.now.addingTimeInterval(-86_400)))
        heldAnswers = { brake.holds(at: $0, brakeLimits) }
        eventProcessor = EventProcessor(
            me: me, limits: limits, seed: seed, time: deliberationTime ?? time, logger: logger,
            entry: { try await store.journal.entry($0) }, isApplication: { store.directory.kind(of: $0) == .application },
            brake: EventProcessor.ReplyLimit {
                brake.count($0, in: $1, at: $2.now, as: store.directory.kind(of: $0), brakeLimits)
            } hear: {
                brake.hear($0, in: $1, as: store.directory.kind(of: $0))
            } notice: {
                AnswerHoldNotice($0, about: $1, in: store).event(at: $2)
            }
        ) { event, context in
            let participants = rosters.participants(for: event, context)
            return watch.map(participants.map) ?? participants
        }
        writing = runtime.typing
        self.ruleEngine = engine
        self.handlers = rosters
        bots = runtime
        self.channelHandlers = channelHandlers
    }

    /// Creates an engine whose entries are processed by the caller and whose deliveries are not sent.
    ///
    /// - Throws: `ApplicationError`, and errors of the store.
    package init(
        _ plan: CompiledConfiguration, store: Store, me: UserID, sender: any Sender, time: any TimeSource, logger: Logger,
        ask: @escaping BotRuntime.ReadHandler
    ) async throws {
        try await self.init(
            plan, store: store, me: me, sender: { _ in sender }, perSecond: nil, random: SplitMix64(seed: 1), time: time,
            logger: logger,
            ask: ask)
    }

    /// Activates the rules of another configuration. Its bots start with the next process.
    ///
    /// - Throws: errors of the store.
    package func change(to plan: CompiledConfiguration, in store: Store, at date: Date) async throws {
        let channelHandlers = channelHandlers(plan)
        _ = try await store.revisions.change(
            to: plan.rules.version, files: plan.files.json, jobs: plan.rules.standing(after: date),
            by: .rulesChanged(version: plan.rules.version, at: date)
        ) { [ruleEngine, handlers] sequence in
            handlers.change(to: channelHandlers, from: sequence)
            ruleEngine.change(to: plan.rules, from: sequence)
        }
    }

    /// Creates the handlers of a configuration. The application's own handlers use the rules of the active revision.
    private static func rosterMaker(store: Store, engine: RuleEngine, runtime: BotRuntime) -> ReloadService.HandlersFactory {
        let reader = store.reader
        return { plan in
            let directory = DirectoryLookup(of: store)
            let explainer = Explainer(reader: reader, surroundings: directory, zone: plan.configuration.bot.timeZone)
            let enforced = plan.rules.enforced
            let settings = ModerationCommandSettings(plan.configuration, place: directory.channel) {
                plan.rules.alerts(in: $0, seeing: directory)
            } isModerator: {
                plan.rules.isModerator($0, of: $1, seeing: directory)
            } isEnforced: {
                enforced.contains($0)
            }
            return ChannelHandlers(
                plan.configuration, bots: plan.bots, in: runtime,
                systemHandlers: [
                    ModerationCommandHandler(reader: reader, explainer: explainer, settings: settings),
                    CaseService(reader: reader, settings: settings),
                    SystemNoticeHandler { clan in
                        // The channels of a clan that the bot has left are out of reach.
                        let isLeft = !clan.isNone && directory.clan(clan) == nil
                        return plan.rules.alerts(in: clan, seeing: directory).flatMap { channel in
                            isLeft && directory.channel(channel) == nil ? nil : channel
                        }
                    },
                ], rules: engine)
        }
    }
}
