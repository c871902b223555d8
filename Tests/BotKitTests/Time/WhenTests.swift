import BotKit
import BotTesting
import Foundation
import Testing

/// `*meet tomorrow at 9 about tea` replies with the time; `*round every monday at 9` schedules a recurring job; `*home
/// Asia/Tokyo` sets the user's time zone.
private struct Meetings: Bot {
    static let manifest = Manifest("meetings", "Calls meetings.", needs: [.reply, .send, .schedule])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("meet", "Calls a meeting") { (context, when: When, subject: RemainingText?) in
            let date = try await context.date(of: when)
            return [.reply("\(date.formatted(.iso8601)) \(subject?.text ?? "")")]
        }
        Command("round", "Calls one again and again") { (context, every: Every) in
            [.reply("yes"), try await context.schedule.recurring("round", every)]
        }
        Command("home", "Says where one is") { (context, name: String?) in
            try await context.setTimeZone(name.flatMap { context.timeZone(named: $0) }, of: context.user)
            return [.reply("\(try await context.timeZone(of: context.user).identifier)")]
        }
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        event.occurrence == nil ? [] : [.send("round!")]
    }
}

struct WhenTests {
    /// The current time is Thursday, 1 January 2026, seven in the morning in Vietnam.
    @Test(arguments: [
        ("*meet tomorrow at 9:00 tea with an", "2026-01-02T02:00:00Z tea with an"),
        ("*meet in 20 minutes", "2026-01-01T00:20:00Z "),
        ("*meet 9h sáng mai họp nhóm", "2026-01-02T02:00:00Z họp nhóm"),
        ("*meet 20 phút nữa @binh", "2026-01-01T00:20:00Z @binh"),
    ])
    func `a time phrase is parsed in both languages, and the following text remains`(text: String, answer: String) async throws {
        let clan = try await TestClan(Meetings.self)
        #expect(try await clan.user("an").says(text) == [.reply(Draft(answer))])
    }

    @Test(arguments: [
        ("*meet tea", "^^^ expected a time (in 20 minutes, tomorrow at 9:00)"),
        ("*meet", "^ <when> is missing: a time (in 20 minutes, tomorrow at 9:00)"),
        ("*meet yesterday at 9:00 tea", "\"yesterday\" has passed"),
        ("*meet on 31/2 tea", "\"31/2\""),
        ("*meet every monday at 9:00", "expected a single time, not a recurrence"),
        ("*round tomorrow at 9:00", "expected a recurrence: begin with \"every\""),
        ("*meet at 7:00 8/5 tea", "this is ambiguous: "),
    ])
    func `an invalid or ambiguous time phrase is pointed at`(text: String, reason: String) async throws {
        let clan = try await TestClan(Meetings.self)
        guard case .reply(let draft)? = try await clan.user("an").says(text).first else {
            Issue.record("it is not answered")
            return
        }
        #expect(draft.content.text.contains(reason), "\(draft.content.text)")
    }

    @Test func `the error marker covers only the time phrase`() async throws {
        let clan = try await TestClan(Meetings.self)
        let text = """
            *meet yesterday at 9:00 tea
                  ^^^^^^^^^ "yesterday" has passed
            usage: *meet <when> [text…]
            """
        #expect(
            try await clan.user("an").says("*meet yesterday at 9:00 tea") == [
                .reply(Draft(Content(text, markup: [Markup("pre", TextRange(0, text.utf16.count))])))
            ])
    }

    @Test func `a user's time zone applies and is kept across restarts`() async throws {
        let clan = try await TestClan(Meetings.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await an.says("*home Asia/Tokyo") == [.reply("Asia/Tokyo")])
        try await clan.restart(losing: .uncommitted)
        #expect(try await an.says("*meet tomorrow at 9:00") == [.reply("2026-01-02T00:00:00Z ")])
        #expect(try await binh.says("*meet tomorrow at 9:00") == [.reply("2026-01-02T02:00:00Z ")])
        #expect(try await an.says("*home Nowhere/City") == [.reply("Asia/Ho_Chi_Minh")])
    }

    @Test func `a recurring job follows the time zone of the user who scheduled it`() async throws {
        let clan = try await TestClan(Meetings.self)
        let an = clan.user("an")
        try await an.says("*home Asia/Tokyo")
        #expect(try await an.says("*round mỗi ngày làm việc lúc 10h").first == .reply("yes"))
        #expect(try await clan.advance(by: .seconds(3600 - 1)) == [])
        #expect(try await clan.advance(by: .seconds(1)) == [.send("round!")])
        #expect(try await clan.advance(by: .seconds(4 * 86_400)) == [.send("round!"), .send("round!")])
    }
}
