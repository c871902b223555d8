import MezonModel
import TextMatching

/// All that a condition or a template may know about an event.
struct Facts: Sendable {
    let message: Message
    let isLate: Bool
    let hits: TextHits
}
