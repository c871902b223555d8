import BotKit
import Foundation

/// A bot that records daily presence: `*checkin` once a day, `*checkin today` and `*checkin top`.
struct CheckIn: Bot {
    struct Entry: Codable, Sendable {
        var name: String
        /// The last day with a check-in, in days since 1970 in the user's time zone.
        var day: Int
        var at: Date
        /// The number of days in a row.
        var streak: Int
        var total: Int
    }

    struct State: BotState { var entries: [UserID: Entry] = [:] }

    static let manifest = Manifest("checkin", "Records daily presence: *checkin, *checkin today, *checkin top.", needs: [.reply])
    private static let maximum = 1500  // Users, within the state size of a clan. Who was away for longest is dropped first.
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("checkin", "Check in for today", vi: "Điểm danh hôm nay") { context in
            let day = Self.day(of: context.now, in: try await context.timeZone(of: context.user))
            let name = (context.message?.author.name ?? "").prefix(bytes: 40)
            let (entry, isNew) = try await context.state(.clan).update { state in
                Self.checkIn(context.user, name, on: day, at: context.now, in: &state)
            }
            guard isNew else {
                return [.reply(context.say("You have checked in today already.", vi: "Hôm nay bạn đã điểm danh rồi."))]
            }
            return [
                .reply(
                    context.say(
                        "Checked in: \(entry.streak) in a row, \(entry.total) in all.",
                        vi: "Đã điểm danh: \(entry.streak) ngày liên tiếp, tổng cộng \(entry.total)."))
            ]
        }
        Command("checkin today", "Show who has checked in today", vi: "Xem ai đã điểm danh hôm nay") { context in
            let zone = try await context.timeZone(of: context.user)
            let today = Self.day(of: context.now, in: zone)
            let entries = try await context.state(.clan).value.entries.values
                .filter { Self.day(of: $0.at, in: zone) == today }.sorted { ($0.at, $0.name) < ($1.at, $1.name) }
            guard !entries.isEmpty else { return [.reply(context.say("Nobody yet.", vi: "Chưa có ai."))] }
            let names = entries.prefix(50).map(\.name) + (entries.count > 50 ? ["+\(entries.count - 50)"] : [])
            return [.reply(Draft("\(entries.count): " + names.joined(separator: ", ")))]
        }
        Command("checkin top", "Show the longest streaks", vi: "Xem ai điểm danh đều nhất") { context in
            let entries = try await context.state(.clan).value.entries.values
                .sorted { ($1.streak, $1.total, $0.name) < ($0.streak, $0.total, $1.name) }
            guard !entries.isEmpty else { return [.reply(context.say("Nobody yet.", vi: "Chưa có ai."))] }
            let lines = entries.prefix(10).enumerated().map { "\($0 + 1). \($1.name): \($1.streak) (\($1.total))" }
            return [.reply(Draft(lines.joined(separator: "\n")))]
        }
    }

    /// Records a check-in. Returns the user's entry, and false if there is one of this day already.
    private static func checkIn(
        _ user: UserID, _ name: String, on day: Int, at now: Date, in state: inout State
    ) -> (Entry, Bool) {
        var entry = state.entries[user] ?? Entry(name: name, day: .min, at: now, streak: 0, total: 0)
        guard entry.day < day else { return (entry, false) }
        entry = Entry(
            name: name, day: day, at: now, streak: entry.day == day - 1 ? entry.streak + 1 : 1, total: entry.total + 1)
        state.entries[user] = entry
        if state.entries.count > maximum,
            let oldest = state.entries.min(by: { ($0.value.at, $0.key.rawValue) < ($1.value.at, $1.key.rawValue) })
        {
            state.entries[oldest.key] = nil
        }
        return (entry, true)
    }

    private static func day(of date: Date, in zone: TimeZone) -> Int {
        Int(((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
    }
}
