import BotKit
import Hooks
import Logging
import MezonModel
import Persistence

/// The bots of one edition, ready to be played again under one account.
struct BotSet {
    let cast: BotFactory
    let deliberation: EventProcessor

    /// - Parameter entry: what a bot is asked about that tries again.
    init(
        _ cast: BotFactory, as me: UserID, seed: UInt64, rehearsal: TurnReplay,
        entry: @escaping @Sendable (_ sequence: Int64) async throws -> Entry?
    ) {
        self.cast = cast
        var limits = EventProcessor.Limits()
        // A machine that replays a year may be slower than the one that lived through it.
        limits.prepare = limits.handle
        deliberation = EventProcessor(
            me: me, limits: limits, seed: seed, time: SystemTime(),
            logger: Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() }, entry: entry,
            isApplication: { _ in rehearsal.isByApplication },
            brake: EventProcessor.Brake { author, channel, _ in
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
