import ChatModel
import MezonProtocol
package import Storage

extension Delivery {
    /// A Boolean value that indicates whether the delivery sends a message. Actions on messages or members may be obsolete by now
    /// and are not repeated.
    package var sendsMessage: Bool {
        guard let outgoing = try? ResolvedActionCodec.outgoing(payload) else { return false }
        return switch outgoing.request {
        case .send, .directMessage, .thread, .ephemeral: true
        case .relay(let relayed): if case .show = relayed.operation { true } else { false }
        case .react, .unreact, .edit, .editReply, .withdraw, .delete, .pin, .clan, .member, .web, .account, .call: false
        }
    }
}
