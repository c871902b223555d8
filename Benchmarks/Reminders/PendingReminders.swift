import BotTesting
import ChatModel
import Foundation
import Recurrence
import Storage

/// Adds reminders of many users to a store as the result of one message.
struct PendingReminders {
    let channel: Channel
    /// The due time of the first reminder.
    let from: Date

    private static let author = "bot:reminders"

    /// Adds reminders over the coming year, one in ten of them recurring.
    func put(_ count: Int, into store: Store) async throws {
        guard count > 0 else { return }
        let weekly = JobSchedule(Schedule(try Recurrence(every: "weekday at 09:00"), in: .utc, from: from)).notation
        let apart = 365 * 86_400 / Double(count)
        try await put(
            (0..<count).map { reminder("r\($0)", due: from + Double($0) * apart, timetable: $0 % 10 == 0 ? weekly : nil) },
            into: store)
    }

    func put(_ reminders: [ScheduledJob], into store: Store) async throws {
        try await store.journal.append([.make(.make(text: "remind us", in: channel.id, clan: channel.clan))])
        let last = try await store.reader.lastSequence()
        var turn = Turn(sequence: last, trace: Trace())
        turn.jobs = reminders.map { .schedule($0, author: Self.author) }
        try await store.turns.commit([turn])
    }

    func reminder(_ name: String, due: Date, timetable: String? = nil) -> ScheduledJob {
        ScheduledJob(
            name, due: Date(timeIntervalSince1970: due.timeIntervalSince1970.rounded()), timetable: timetable, clan: channel.clan,
            channel: channel.id, user: UserID(1_900_000_000_000_002_000 + Int64(name.utf8.count)),
            note: ["text": .string("to look after what was said about \(name), and to tell the others how it stands")])
    }
}
