import Foundation
import MezonModel

/// Finds out that somebody else sends with this bot's token: our own messages arrive that we did not send.
///
/// Decides only: it is told which of our own messages have arrived and which of them no delivery accounts for.
struct ForeignSendDetector {
    /// After this long a send of ours is settled, also where its acknowledgement was lost.
    static let patience: Duration = .seconds(60)
    /// So many in such a time are no accident.
    static let enough = 2
    static let window: Duration = .seconds(600)
    static let most = 256

    private var waiting: [(message: MessageID, at: Duration)] = []
    private var foreign: [Duration] = []
    private(set) var isSuspected = false

    /// Takes in one of our own messages, as it arrived.
    mutating func note(_ message: MessageID, at uptime: Duration) {
        guard waiting.count < Self.most else { return }
        waiting.append((message, uptime))
    }

    /// Takes out the messages that should be accounted for by now.
    mutating func due(at uptime: Duration) -> Set<MessageID> {
        let due = waiting.filter { uptime - $0.at >= Self.patience }
        waiting.removeAll { uptime - $0.at >= Self.patience }
        return Set(due.map(\.message))
    }

    /// Whether there is something to look at later.
    var isWaiting: Bool { !waiting.isEmpty || isSuspected }

    /// Takes in how many messages nobody here has sent.
    ///
    /// - Returns: whether the suspicion has changed.
    mutating func conclude(_ count: Int, at uptime: Duration) -> Bool {
        foreign.removeAll { uptime - $0 >= Self.window }
        foreign += Array(repeating: uptime, count: min(count, Self.most))
        let was = isSuspected
        isSuspected = foreign.count >= Self.enough || was && !foreign.isEmpty
        return isSuspected != was
    }
}
