import MezonModel
import MezonWire
package import Persistence

extension Delivery {
    /// Whether it says something. What was to be done to a message or to somebody may be settled otherwise by now, and is not repeated.
    package var isSaid: Bool {
        guard let outgoing = try? ResolvedActionCodec.outgoing(payload) else { return false }
        return switch outgoing.request {
        case .send, .direct, .whisper: true
        case .relay(let relayed): if case .show = relayed.deed { true } else { false }
        case .react, .unreact, .edit, .editReply, .delete, .pin, .member: false
        }
    }
}
