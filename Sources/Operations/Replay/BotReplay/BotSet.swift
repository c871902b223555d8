import BotKit
import ChatModel
import EventProcessing
import Logging
import Storage

/// The bots of one rule revision, ready for replay under one account.
struct BotSet {
    let factory: BotFactory
    let processor: EventProcessor

    /// - Parameter entry: Returns the entry of a dead letter that a bot retries.
    init(
        _ factory: BotFactory, as me: UserID, seed: UInt64, replay: TurnReplay,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry?
    ) {
        self.factory = factory
        var limits = EventProcessor.Limits()
        // The replaying machine may be slower than the original one.
        limits.prepare = limits.handle
        processor = EventProcessor(
            me: me, limits: limits, seed: seed, time: SystemTime(),
            logger: Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() }, entry: entry,
            isApplication: { _ in replay.isByApplication },
            replyLimit: EventProcessor.ReplyLimit { author, channel, _ in
                (nil, replay.isHeld ? AnswerHold(author, in: channel, answers: 0, window: .zero) : nil)
            }
        ) { event, _ in
            factory.handlers(event).map { handler in
                handler is FixedRuleHandler || !Trace.Step(handler.name, "").isOfBots
                    ? handler : ReplayHandler(handler: handler, replay: replay)
            }
        }
    }
}
