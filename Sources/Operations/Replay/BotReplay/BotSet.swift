import BotKit
import ChatModel
import EventProcessing
import Logging
import Storage

/// The bots of one rule revision, ready for replay under one account.
struct BotSet {
    let factory: BotFactory
    let processor: EventProcessor

    /// - Parameter reader: The journal with the entries of dead letters that a bot retries.
    init(_ factory: BotFactory, as me: UserID, seed: UInt64, replay: TurnReplay, _ reader: JournalReader) {
        self.factory = factory
        var limits = EventProcessor.Limits()
        // The replaying machine may be slower than the original one.
        limits.prepare = limits.handle
        processor = EventProcessor(
            me: me, limits: limits, seed: seed, time: SystemTime(),
            logger: Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() },
            entry: { try await reader.entry($0) }, deliveries: { try await reader.deliveries(causedBy: $0) },
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
