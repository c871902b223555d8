import BotKit
import MezonModel

/// Stands in a bot's place while its part is played again.
struct Understudy: Participant {
    let participant: any Participant
    let rehearsal: Rehearsal

    var name: String { participant.name }

    func precheck(_ message: Message, _ context: Occasion) -> Verdict { participant.precheck(message, context) }

    func attendance(at event: Event, _ context: Occasion) -> Attendance {
        rehearsal.attendance(of: participant, at: event, context)
    }
}
