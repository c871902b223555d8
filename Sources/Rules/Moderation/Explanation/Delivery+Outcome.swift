import ChatModel
package import Foundation
package import Storage

extension Delivery {
    /// Returns the outcome as user-visible text: `rule:greeting #0 sent as 123`.
    package func outcome(in zone: TimeZone) -> String {
        let name =
            switch status {
            case .pending: "pending"
            case .sending: "retrying at \(retryAt.clock(in: zone))"
            case .sent where message.isNone: "done"
            case .sent: "sent as \(message)"
            case .failed: "failed"
            case .dead: "dead letter"
            case .skipped: "skipped"
            case .damaged: "damaged"
            }
        return "\(author) #\(ordinal) \(name)" + (reason.map { ": \($0.terminalLine)" } ?? "")
    }
}
