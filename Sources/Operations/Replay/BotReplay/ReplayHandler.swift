import BotKit
import ChatModel

/// Wraps a bot's handler during a replay.
struct ReplayHandler: EventHandler {
    let handler: any EventHandler
    let replay: TurnReplay

    var name: String { handler.name }

    /// Passes events with a record. Their handler is checked when the record is replayed, because the open dialogues are known
    /// only then.
    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        context.requestingRule.isEmpty && replay.isRecorded(handler) ? .pass : handler.precheck(message, context)
    }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        replay.handlingStep(of: handler, at: event, context)
    }
}
