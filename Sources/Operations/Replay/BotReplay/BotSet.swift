import BotKit
import ChatModel
import EventProcessing
import Logging
import Storage

/// The bots of one rule revision, ready for replay under one account.
struct BotSet {
    let cast: BotFactory
    let deliberation: EventProcessor

    /// - Parameter entry: returns the entry of a dead letter that a bot retries.
    init(
        _ cast: BotFactory, as me: UserID, seed: UInt64, rehearsal: TurnReplay,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry?
    ) {
        self.cast = cast
        var limits = EventProcessor.Limits()
        // The replaying machine may be slower than the original one.
        limits.prepare = limits.handle
        deliberation = EventProcessor(
            me: me, limits: limits, seed: seed, time: SystemTime(),
            logger: Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() }, entry: entry,
            isApplication: { _ in rehearsal.isByApplication },
            brake: EventProcessor.ReplyLimit { author, channel, _ in
                (nil, rehearsal.isHeld ? AnswerHold(author, in: channel, answers: 0, window: .zero) : nil)
            }
        ) { event, _ in
            cast.participants(event).map { participant in
                participant is FixedRuleHandler || !Trace.Step(participant.name, "").isOfBots
                    ? participant : ReplayHandler(participant: participant, rehearsal: rehearsal)
            }
        }
    }
}
