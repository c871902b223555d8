import ChatModel
import Foundation

/// Detects another process that sends with this bot's token, by messages of the bot's account that this process did not send.
///
/// It only decides; callers report the bot's own messages and the number of those that no delivery accounts for.
struct ForeignSendDetector {
    /// The time after which a send is settled even if its acknowledgement was lost.
    static let patience: Duration = .seconds(60)
    /// The number of unaccounted messages within the window that raises the suspicion.
    static let suspicionThreshold = 2
    static let window: Duration = .seconds(600)
    static let maximum = 256

    private var waiting: [(message: MessageID, at: Duration)] = []
    private var foreign: [Duration] = []
    private(set) var isSuspected = false

    /// Records one of the bot's own messages.
    mutating func note(_ message: MessageID, at uptime: Duration) {
        guard waiting.count < Self.maximum else { return }
        waiting.append((message, uptime))
    }

    /// Removes and returns the messages that should be accounted for by now.
    mutating func due(at uptime: Duration) -> Set<MessageID> {
        let due = waiting.filter { uptime - $0.at >= Self.patience }
        waiting.removeAll { uptime - $0.at >= Self.patience }
        return Set(due.map(\.message))
    }

    /// A Boolean value that indicates whether another check is needed later.
    var isWaiting: Bool { !waiting.isEmpty || isSuspected }

    /// Records the number of messages that this process did not send.
    ///
    /// - Returns: Whether the suspicion has changed.
    mutating func recordUnaccounted(_ count: Int, at uptime: Duration) -> Bool {
        foreign.removeAll { uptime - $0 >= Self.window }
        foreign += Array(repeating: uptime, count: min(count, Self.maximum))
        let was = isSuspected
        isSuspected = foreign.count >= Self.suspicionThreshold || was && !foreign.isEmpty
        return isSuspected != was
    }
}
