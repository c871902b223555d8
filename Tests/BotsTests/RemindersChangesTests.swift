import BotKit
import BotTesting
import Foundation
import Testing

@testable import Bots

/// Tests changes to existing reminders. The current time is Thursday, 1 January 2026, seven in the morning in Vietnam.
@Suite(.timeLimit(.minutes(15)))
struct RemindersChangesTests {
    private func text(of actions: [Action]) -> String {
        for action in actions {
            switch action {
            case .reply(let draft), .editReply(let draft), .send(let draft, _), .edit(_, let draft), .ephemeral(let draft, _):
                return draft.content.text.replacing("\n👍 to join", with: "")
            default: continue
            }
        }
        return ""
    }

    @Test func `editing a snooze command starts from the earlier time`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        #expect(text(of: try await an.says("*remind snooze 1 10m")).hasPrefix("#1 is due Thursday 2026-01-01 07:30"))
        #expect(try await an.edits("*remind snooze 1 10m") == [])
        #expect(text(of: try await an.edits("*remind snooze 1 15m")).hasPrefix("#1 is due Thursday 2026-01-01 07:35"))
        try await clan.restart(losing: .uncommitted)
        #expect(try await an.edits("*remind snooze 1 15m") == [])
        #expect(text(of: try await an.edits("*remind snooze 1 5m")).hasPrefix("#1 is due Thursday 2026-01-01 07:25"))
        #expect(text(of: try await clan.advance(by: .seconds(1500))) == "⏰ @an check")
        // The reminder has been delivered, so the duration counts from the current time.
        #expect(try await an.edits("*remind snooze 1 5m") == [])
        #expect(text(of: try await an.edits("*remind snooze 1 10m")).hasPrefix("#1 is due Thursday 2026-01-01 07:35"))
        #expect(text(of: try await an.edits("*remind snooze 1 20m")).hasPrefix("#1 is due Thursday 2026-01-01 07:45"))
    }

    @Test func `editing an older snooze after a newer one is rejected`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        try await an.says("*remind snooze 1 10m")
        let first = try #require(try clan.messages().last { $0.author.id == an.id })
        try await an.says("*remind snooze 1 10m")
        #expect(try await an.edits(first, "*remind snooze 1 10m") == [])
        #expect(text(of: try await an.edits(first, "*remind snooze 1 15m")).contains("was snoozed again since"))
        #expect(text(of: try await an.says("*remind list")).contains("07:40"))
    }

    @Test func `editing the snooze of a recurring reminder replaces the snooze`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me every day at 8:00 to drink")
        try await clan.advance(by: .seconds(3600))
        try await an.says("*remind snooze 1 30m")
        #expect(try await an.edits("*remind snooze 1 30m") == [])
        try await an.edits("*remind snooze 1 40m")
        #expect(text(of: try await an.says("*remind list")).hasSuffix("(and Thursday 2026-01-01 08:40)"))
        #expect(try await clan.advance(by: .seconds(2 * 3600)).count == 1)
    }

    @Test func `a cancelled recurring reminder that is snoozed occurs only once more`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me every day at 9:00 to drink")
        let question = try clan.messages().first
        try await an.says("*remind cancel 1")
        try await an.says("*remind snooze 1 30m")
        let moment = "#1 Thursday 2026-01-01 07:30 (Asia/Ho_Chi_Minh): drink"
        #expect(text(of: try await an.says("*remind list")) == moment)
        #expect(text(of: try await binh.reacts("👍", to: question)) == moment + "\nfor: binh")
        #expect(text(of: try await clan.advance(by: .seconds(1800))) == "⏰ @an @binh drink")
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == [])
    }

    @Test(arguments: [
        ("@binh in 1 minute coffee", "cancel 1 and set a new"), ("@binh coffee", "cancel 1 and set a new"),
        ("for @binh", "cancel 1 and set a new"), ("for @binh coffee", "cancel 1 and set a new"),
        ("in 5 minutes for @binh", "cancel 1 and set a new"), ("tomorrow at 9:00 cho @binh", "cancel 1 and set a new"),
        ("for us", "cancel 1 and set a new"), ("remind us tomorrow at 9:00", "cancel 1 and set a new"),
        ("for 5 minutes", "is not a time; write"), ("for an hour", "is not a time; write"),
        ("cho 5 phút", "is not a time; write"), ("for 5 minutes tomorrow at 9:00", "is not a time; write"),
    ])
    func `editing a reminder with a recipient or a duration is rejected`(words: String, reason: String) async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, _) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 20 minutes to check")
        let answer = text(of: try await an.says("*remind edit 1 \(words)"))
        #expect(answer.contains(reason), "\(answer)")
        #expect(text(of: try await clan.advance(by: .seconds(1200))) == "⏰ @an check")
    }

    @Test(arguments: [
        ("to call @binh", "07:20 (Asia/Ho_Chi_Minh): call @binh"), ("@an coffee", "07:20 (Asia/Ho_Chi_Minh): coffee"),
        ("tomorrow at 9:00 for coffee", "2026-01-02 09:00 (Asia/Ho_Chi_Minh): coffee"),
    ])
    func `editing a reminder accepts oneself, and other users in its text`(words: String, end: String) async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, _) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 20 minutes to check")
        let answer = text(of: try await an.says("*remind edit 1 \(words)"))
        #expect(answer.hasSuffix(end), "\(answer)")
    }

    @Test func `a reminder of another clan is changed there or in a direct message`() async throws {
        let clan = try await TestClan.withAnnex(Reminders(options: .init()))
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        #expect(text(of: try await an.says("*remind snooze 1 10m", in: "hall")).contains("reminder 1 was set elsewhere"))
        #expect(!clan.transcript.contains("would show content"))
        #expect(
            text(of: try await an.says("*remind snooze 1 10m", in: "random")).hasPrefix("#1 is due Thursday 2026-01-01 07:30"))
    }

    @Test(arguments: [
        ("board", "general"), ("board", "friends"), ("@an", "general"), ("@an", "board"), ("@an", "friends"),
        ("friends", "general"),
    ])
    func `a reminder set in private is shown neither by the list nor by a change elsewhere`(place: String, other: String)
        async throws
    {
        let clan = try await TestClan.withPrivatePlaces(Reminders(options: .init()))
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to fire binh", in: place)
        #expect(text(of: try await an.says("*remind list", in: other)) == "elsewhere: #1")
        for change in ["cancel 1", "snooze 1 10m", "edit 1 in 30 minutes"] {
            let answer = text(of: try await an.says("*remind \(change)", in: other))
            #expect(answer.contains("reminder 1 was set elsewhere") && !answer.contains("fire"), "\(change): \(answer)")
        }
        #expect(text(of: try await an.says("*remind list", in: place)).contains("07:20 (Asia/Ho_Chi_Minh): fire binh"))
        #expect(text(of: try await an.says("*remind cancel 1", in: place)) == "Cancelled #1: fire binh")
    }

    @Test(arguments: ["general", "board", "friends"])
    func `a direct message lists and cancels the reminders of every place`(place: String) async throws {
        let clan = try await TestClan.withPrivatePlaces(Reminders(options: .init()))
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check", in: place)
        #expect(text(of: try await an.says("*remind list", in: "@an")).hasSuffix("check"))
        #expect(text(of: try await an.says("*remind cancel 1", in: "@an")) == "Cancelled #1: check")
    }

    @Test func `the reminders of a user who leaves the clan are deleted with it`() async throws {
        let clan = try await TestClan.withPrivatePlaces(Reminders(options: .init()))
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        try await an.says("*remind me in 30 minutes to rest", in: "@an")
        try await an.leaves()
        #expect(text(of: try await an.says("*remind snooze 1 10m", in: "@an")).contains("there is no reminder 1"))
        #expect(try await clan.advance(by: .seconds(1200)) == [])
        #expect(text(of: try await clan.advance(by: .seconds(600))) == "⏰ @an rest")
    }

    @Test func `a reminder of another clan is cancelled there or in a direct message`() async throws {
        let clan = try await TestClan.withAnnex(Reminders(options: .init()))
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        #expect(text(of: try await an.says("*remind cancel 1", in: "hall")).contains("reminder 1 was set elsewhere"))
        #expect(text(of: try await an.says("*remind cancel 1", in: "random")) == "Cancelled #1: check")
    }

    @Test func `a user who snoozes another's reminder is mentioned and told how to cancel`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, hoa, binh) = (clan.user("an"), clan.user("hoa"), clan.user("binh"))
        try await hoa.says("hi")
        try await an.says("*remind me in 20 minutes to check")
        try await clan.advance(by: .seconds(1200))
        try await hoa.presses("💤 1 h")
        let ephemeral = try #require(clan.ephemeralMessages(to: hoa).last)
        #expect(
            ephemeral.content.text == "#1 Thursday 2026-01-01 08:20 (Asia/Ho_Chi_Minh): check\nto cancel it: *remind cancel 1")
        #expect(ephemeral.content.extras["components"] == nil)
        // This user has not written anything yet.
        try await binh.presses("💤 1 day")
        #expect(text(of: try await clan.advance(by: .seconds(3600))) == "⏰ @hoa check")
        #expect(text(of: try await clan.advance(by: .seconds(86_400))) == "⏰ @\(binh.id) check")
    }

    @Test(arguments: [
        ("99999999999", "there is no reminder 99999999999"), ("007", "there is no reminder 007"),
        ("99999999999999999999999", "there is no reminder 9999999999999999999…"),
    ])
    func `an unknown reminder number is quoted as written`(digits: String, reason: String) async throws {
        let clan = try await TestClan(Reminders.self)
        let answer = text(of: try await clan.user("an").says("*remind cancel \(digits)"))
        #expect(answer.contains(reason + "\n") || answer.hasSuffix(reason), "\(answer)")
    }

    // Jobs already due

    private func job(in actions: [Action]) -> ScheduledJob? {
        actions.compactMap { if case .schedule(let job) = $0 { job } else { nil } }.first
    }

    @Test(arguments: ["every day at 9:00", "every day at 7:20"])
    func `an outdated due job does not end a reminder that has become recurring`(timing: String) async throws {
        let handler = BotHandler(Reminders(options: .init()), runtime: BotRuntime())
        func says(_ text: String, _ id: MessageID) async throws -> [Action] {
            var message = Message.make(text: text)
            message.id = id
            return try await handler.actions(
                about: .message(message), EventContext(now: message.createdAt, me: Author.me.id))
        }
        func told(_ job: ScheduledJob, next: Date? = nil) async throws -> String {
            let occurrence = SystemEvent.Occurrence(author: "bot:reminders", job, next: next, at: job.due)
            return text(
                of: try await handler.actions(
                    about: .system(.due(occurrence)), EventContext(now: occurrence.at, me: Author.me.id)))
        }
        let once = try #require(job(in: try await says("*remind me in 20 minutes to check", 1)))
        var daily = try #require(job(in: try await says("*remind edit 1 \(timing)", 2)))
        let first = try await told(once)
        #expect(first == (once.due == daily.due ? "⏰ @an check" : ""))
        // The application was stopped for three days.
        daily.due += 3 * 86_400
        #expect(try await told(daily, next: daily.due + 86_400) == "⏰ @an check")
        #expect(try await told(daily, next: daily.due + 86_400) == "")
        daily.due += 86_400
        #expect(try await told(daily, next: daily.due + 86_400) == "⏰ @an check")
    }
}
