import BotConfig
package import BotKit
package import Foundation
package import Hooks
package import Logging
package import MezonModel
import Moderation
package import Persistence
import Rules
package import SendPipeline

/// Who decides and who sends, over a store: the house without those who bring frames in, and without its services.
package struct EventEngine: Sendable {
    let book: RuleEngine
    let rosters: HandlerRegistry
    let bots: BotRuntime
    let roster: ReloadService.HandlersFactory
    package let deliberation: EventProcessor
    /// The answers that are held back at a moment.
    let heldAnswers: @Sendable (Date) -> [AnswerHold]
    let pipeline: DeliveryService
    /// Where bots are at work.
    let writing: TypingTracker

    /// - Parameters:
    ///   - sender: who carries what goes to a channel.
    ///   - perSecond: messages that may start in any second on their way to Mezon; nil for no limit.
    ///   - random: where waits between tries come from.
    ///   - seed: where the chance of decisions begins.
    ///   - grounds: where bots run; on whichever thread asks them where it is nil.
    ///   - crashLog: where attempts are marked.
    ///   - watch: who stands in a participant's place, to see what it comes to.
    ///   - last: who looks at what goes to a channel after those of the configuration.
    ///   - ask: answers what bots ask about people, channels and the past.
    /// - Throws: `ApplicationError`, and what the store throws.
    init(
        _ plan: CompiledConfiguration, store: Store, me: UserID, sender: @escaping @Sendable (ChannelID) -> any Sender,
        perSecond: Int?,
        random: any RandomNumberGenerator & Sendable, limits: EventProcessor.Limits = EventProcessor.Limits(), seed: UInt64 = 0,
        time: any TimeSource, deliberationTime: (any TimeSource)? = nil, logger: Logger,
        grounds: ExecutorProvider? = nil, crashLog: CrashLog? = nil, health: HealthMonitor? = nil,
        watch: (@Sendable (any EventHandler) -> any EventHandler)? = nil,
        last: @escaping @Sendable (ChannelID) -> [any DeliveryMiddleware] = { _ in [] }, ask: @escaping BotRuntime.ReadHandler
    ) async throws {
        let book = try await RuleEngine.open(plan, store: store, me: me, at: time.now, logger: logger)
        let botHouse = try await BotRuntime.open(
            plan.bots.types, store: store, grounds: grounds, crashLog: crashLog, health: health, time: time, logger: logger
        ) { question in
            guard case .topics(let channel, _, let user) = question else { return await ask(question) }
            return .topics(book.topics(in: store.channel(channel), for: user, seeing: DirectoryLookup(of: store)))
        }
        let roster = Self.rosterMaker(store: store, book: book, botHouse: botHouse)
        let rosters = HandlerRegistry(roster(plan))
        pipeline = DeliveryService(
            store: store, me: me, perSecond: perSecond, time: time, random: random, logger: logger, sender: sender,
            hooks: { rosters.outgoingHooks(of: $0) + last($0) },
            noteFailure: { DeliveryFailureReporter(store: store).event(for: $0, $1, because: $2, at: time.now) })
        // What is said of sending counts from the start on.
        let brakeLimits = AnswerBrake.Limits(
            perMinute: plan.configuration.send.brake.perMinute, perHour: plan.configuration.send.brake.perHour,
            inRow: plan.configuration.send.brake.inRow)
        let brake = AnswerBrake(try await store.answerCounts(since: time.now.addingTimeInterval(-86_400)))
        heldAnswers = { brake.holds(at: $0, brakeLimits) }
        deliberation = EventProcessor(
            me: me, limits: limits, seed: seed, time: deliberationTime ?? time, logger: logger,
            entry: { try await store.entry($0) }, isApplication: { store.kind(of: $0) == .application },
            brake: EventProcessor.Brake {
                brake.count($0, in: $1, at: $2.now, as: store.kind(of: $0), brakeLimits)
            } hear: {
                brake.hear($0, in: $1, as: store.kind(of: $0))
            } notice: {
                AnswerHoldNotice($0, about: $1, in: store).notice(at: $2)
            }
        ) { event, context in
            let participants = rosters.participants(for: event, context)
            return watch.map(participants.map) ?? participants
        }
        writing = botHouse.writing
        self.book = book
        self.rosters = rosters
        bots = botHouse
        self.roster = roster
    }

    /// The same for whoever takes entries to it by hand and lets nothing be sent.
    ///
    /// - Throws: `ApplicationError`, and what the store throws.
    package init(
        _ plan: CompiledConfiguration, store: Store, me: UserID, sender: any Sender, time: any TimeSource, logger: Logger,
        ask: @escaping BotRuntime.ReadHandler
    ) async throws {
        try await self.init(
            plan, store: store, me: me, sender: { _ in sender }, perSecond: nil, random: SplitMix64(seed: 1), time: time,
            logger: logger,
            ask: ask)
    }

    /// Takes another plan's rules into force; its bots begin with the next start.
    ///
    /// - Throws: what the store throws.
    package func change(to plan: CompiledConfiguration, in store: Store, at date: Date) async throws {
        let roster = roster(plan)
        _ = try await store.change(
            to: plan.rules.version, files: plan.files.json, standing: plan.rules.standing(after: date),
            by: .rulesChanged(version: plan.rules.version, at: date)
        ) { [book, rosters] sequence in
            rosters.change(to: roster, from: sequence)
            book.change(to: plan.rules, from: sequence)
        }
    }

    /// Those of the house itself look with the eyes of the edition that is in force.
    private static func rosterMaker(store: Store, book: RuleEngine, botHouse: BotRuntime) -> ReloadService.HandlersFactory {
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
                plan.configuration, bots: plan.bots, in: botHouse,
                house: [
                    ModerationCommandHandler(reader: reader, explainer: explainer, settings: settings),
                    CaseService(reader: reader, settings: settings),
                    SystemNoticeHandler { plan.rules.alerts(in: $0, seeing: directory) },
                ], rules: book)
        }
    }
}
