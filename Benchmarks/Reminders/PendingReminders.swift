import Foundation
import MezonModel
import MezonTesting
import Persistence
import Scheduling

/// Puts reminders of many people into a store, by its own way: as what one message has asked for.
struct PendingReminders {
    let channel: Channel
    /// When the first of them comes.
    let from: Date

    private static let author = "bot:reminders"

    /// Over the year to come, one in ten of them again and again.
    func put(_ count: Int, into store: Store) async throws {
        guard count > 0 else { return }
        let weekly = JobSchedule(Schedule(try Recurrence(every: "weekday at 09:00"), in: .utc, from: from)).notation
        let apart = 365 * 86_400 / Double(count)
        try await put(
            (0..<count).map { reminder("r\($0)", due: from + Double($0) * apart, timetable: $0 % 10 == 0 ? weekly : nil) },
            into: store)
    }

    func put(_ reminders: [ScheduledJob], into store: Store) async throws {
        try await store.append([.make(.make(text: "remind us", in: channel.id, clan: channel.clan))])
        let last = try await store.reader.lastSequence()
        var turn = Turn(sequence: last, trace: Trace())
        turn.appointments = reminders.map { .make($0, author: Self.author) }
        try await store.commit([turn])
    }

    func reminder(_ name: String, due: Date, timetable: String? = nil) -> ScheduledJob {
        ScheduledJob(
            name, due: Date(timeIntervalSince1970: due.timeIntervalSince1970.rounded()), timetable: timetable, clan: channel.clan,
            channel: channel.id, user: UserID(1_900_000_000_000_002_000 + Int64(name.utf8.count)),
            note: ["text": .string("to look after what was said about \(name), and to tell the others how it stands")])
    }
}
