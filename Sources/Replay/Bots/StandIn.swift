import BotKit
import MezonModel
import Synchronization

/// Stands in the rules' place and says what they have come to already.
final class StandIn: Participant {
    let name = "rules"
    private let conclusion = Mutex(Conclusion())

    func say(_ new: Conclusion) { conclusion.withLock { $0 = new } }

    func attendance(at event: Event, _ context: Occasion) -> Attendance { .concluded(conclusion.withLock { $0 }) }
}
