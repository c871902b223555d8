import BotKit
import ChatModel

/// Wraps a bot's handler during a replay.
struct ReplayHandler: EventHandler {
    let participant: any EventHandler
    let rehearsal: TurnReplay

    var name: String { participant.name }

    /// Passes events with a record. Their handler is checked when the record is replayed, because the open dialogues are known
    /// only then.
    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        context.requestingRule.isEmpty && rehearsal.isRecorded(participant) ? .pass : participant.precheck(message, context)
    }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        rehearsal.handlingStep(of: participant, at: event, context)
    }
}
