import BotKit
import MezonModel

/// Stands in a bot's place while its part is played again.
struct ReplayHandler: EventHandler {
    let participant: any EventHandler
    let rehearsal: TurnReplay

    var name: String { participant.name }

    /// One that has a record is looked at when that is played: by then it is known whose answers it waited for.
    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        context.asker.isEmpty && rehearsal.isRecorded(participant) ? .pass : participant.precheck(message, context)
    }

    func attendance(at event: Event, _ context: EventContext) -> HandlingStep {
        rehearsal.attendance(of: participant, at: event, context)
    }
}
