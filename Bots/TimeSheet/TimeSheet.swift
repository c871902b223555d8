import BotKit

/// A bot that posts hours of work to a time sheet server: `*log 2h30m fix the login page`, `*log total`.
///
/// The server receives `{"user":"1900…","name":"an","date":"2026-03-02","minutes":150,"text":"fix the login page"}` with the same
/// `Idempotency-Key` in every attempt. The hours count once it has accepted them.
struct TimeSheet: Bot {
    struct Options: BotOptions {
        /// The address that takes an entry.
        var url = "https://timesheet.example.org/entries"
        /// The key that is sent as a bearer token; empty for a server without keys.
        var key = Secret("")
        /// The hours that one entry may have.
        var maxHours = 16
    }

    struct Entry: Codable, Sendable {
        var user: String
        var name: String
        var date: String
        var minutes: Int
        var text: String
    }

    struct State: BotState {
        /// The month of the total: `2026-03`.
        var month = ""
        var minutes = 0
    }

    static let manifest = Manifest("timesheet", "Posts hours of work to a time sheet: *log 2h what.", needs: [.reply, .request])
    private static let maxText = 500  // Bytes.
    let options: Options

    var commands: [Command<Self>] {
        Command("log", "Log work of today", vi: "Ghi công việc hôm nay", cooldown: .seconds(2), follows: false) {
            (context, time: Duration, what: RemainingText) in
            let minutes = Int(time / .seconds(60))
            guard minutes >= 1, minutes <= options.maxHours * 60 else {
                throw UsageError(
                    LocalizedText("1 minute to \(options.maxHours) hours", vi: "từ 1 phút đến \(options.maxHours) giờ"), about: 0)
            }
            let entry = Entry(
                user: "\(context.user)", name: (context.message?.author.name ?? "").prefix(bytes: 60), date: context.today,
                minutes: minutes, text: what.text.prefix(bytes: Self.maxText))
            return [
                .request(
                    try WebRequest(
                        "entry", .post, options.url, headers: ["Authorization": "Bearer \(options.key)"], .json(entry),
                        note: entry))
            ]
        }
        Command("log total", "Show your hours of this month", vi: "Xem số giờ tháng này") { context in
            let state = try await context.state(.member).value
            let minutes = state.month == context.today.prefix(7) ? state.minutes : 0
            return [.reply(context.say("\(Self.hours(minutes)) this month.", vi: "Tháng này: \(Self.hours(minutes))."))]
        }
    }

    func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
        guard response.success != nil else {
            let reason = response.http.map { "status \($0.status)" } ?? "no response"
            return [
                .reply(
                    context.say(
                        "The time sheet has not accepted this: \(reason).", vi: "Hệ thống chấm công không nhận: \(reason)."))
            ]
        }
        let entry = try response.note(as: Entry.self)
        let month = String(entry.date.prefix(7))
        let total = try await context.state(.member).update { state in
            // An entry of the last month may be accepted after the first one of this month.
            guard state.month <= month else { return state.minutes }
            state = State(month: month, minutes: (state.month == month ? state.minutes : 0) + entry.minutes)
            return state.minutes
        }
        return [
            .reply(
                context.say(
                    "Logged \(Self.hours(entry.minutes)); \(Self.hours(total)) this month.",
                    vi: "Đã ghi \(Self.hours(entry.minutes)); tháng này \(Self.hours(total))."))
        ]
    }

    private static func hours(_ minutes: Int) -> String {
        let rest = minutes % 60
        return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest) h"
    }
}
