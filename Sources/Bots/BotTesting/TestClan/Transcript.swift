import BotKit
import ChatModel
import Foundation
import Storage
import Synchronization

/// The events in a test clan, in order: messages, every turn with its trace, and requests sent.
final class Transcript: Sendable {
    private let lines = Mutex<[String]>([])
    private let most = 2000  // Lines: the end of a longer transcript is what matters.

    func add(_ line: String) {
        lines.withLock { lines in
            lines.append(line)
            if lines.count > most + 500 { lines.removeFirst(500) }
        }
    }

    func add(_ entry: Entry, _ turn: Turn, me: UserID) {
        add("  #\(entry.sequence) \(entry.kind)")
        for step in turn.trace.steps {
            add("    \(step.who): \(step.what)" + (step.why.isEmpty ? "" : " (\(step.why.terminalSafe))"))
        }
    }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    static func stamp(_ date: Date) -> String { date.formatted(.iso8601) }
}
