import MezonBotApp
import Storage

/// The progress of a step when the bot was killed, according to its journal.
enum KillMoment: String, CaseIterable, Comparable {
    case notYetDone = "not sent yet"
    case notTakenIn = "in transit"
    case appended = "appended"
    case decided = "decided, turn not committed"
    case committed = "committed, nothing delivered"
    case shown = "delivered, not all acknowledged"
    case settled = "settled"

    static func < (left: KillMoment, right: KillMoment) -> Bool {
        allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
}

/// The number of steps at each point of progress.
struct KillMoments {
    private(set) var counts: [KillMoment: Int] = [:]
    private var recorded: Set<Int64> = []
    private var records: Int64 = 0

    /// Reads the journal of a bot that was killed.
    ///
    /// - Parameter killed: The uptime of the kill.
    mutating func note(_ talks: [GuestDialogue], killed: Duration, _ journal: JournalReader) async throws {
        for row in try await journal.botRecords(after: records, limit: 1_000_000) {
            recorded.insert(row.row.sequence)
            records = row.number
        }
        for talk in talks {
            guard let last = await talk.last else { continue }
            counts[try await moment(of: talk, last.step, isLater: last.at > killed, journal), default: 0] += 1
        }
    }

    private func moment(
        of talk: GuestDialogue, _ step: GuestDialogue.Step, isLater: Bool, _ journal: JournalReader
    ) async throws -> KillMoment {
        guard let line = try await journal.line(of: step) else { return isLater ? .notYetDone : .notTakenIn }
        guard line.trace != nil else { return recorded.contains(line.entry.sequence) ? .decided : .appended }
        if line.deliveries.allSatisfy({ $0.status == .sent }) { return .settled }
        return await talk.isAnswered ? .shown : .committed
    }
}

extension KillMoments: CustomStringConvertible {
    var description: String {
        KillMoment.allCases.map { "  \(counts[$0, default: 0])  \($0.rawValue)" }.joined(separator: "\n")
    }
}
