import BotKit
import BotTesting
import Foundation
import Testing

@testable import Bots

/// The current time is Thursday, 1 January 2026, seven in the morning in Vietnam, unless a test sets another.
@Suite(.timeLimit(.minutes(15)))
struct RemindersTests {
    private func text(of actions: [Action]) -> String {
        for action in actions {
            switch action {
            case .reply(let draft), .editReply(let draft), .send(let draft, _), .edit(_, let draft), .ephemeral(let draft, _):
                return draft.content.text.replacing("\n👍 to join", with: "").replacing("\n👍 để được nhắc cùng", with: "")
            default: continue
            }
        }
        return ""
    }

    @Test(arguments: [
        (
            "*remind me in 20 minutes to check the build",
            "#1 Thursday 2026-01-01 07:20 (Asia/Ho_Chi_Minh): check the build"
        ),
        (
            "*remind me tomorrow to pay", "#1 Friday 2026-01-02 09:00 (Asia/Ho_Chi_Minh): pay\n(no time was given: 09:00)"
        ),
        (
            "*nhắc tôi sau 1 tiếng rưỡi gọi khách", "#1 Thursday 2026-01-01 08:30 (Asia/Ho_Chi_Minh): gọi khách"
        ),
        (
            "*remind every weekday at 9:00 to report",
            """
            #1 every weekday at 09:00 (Asia/Ho_Chi_Minh): report
            next: Thursday 2026-01-01 09:00, Friday 2026-01-02 09:00, Monday 2026-01-05 09:00
            """
        ),
        (
            "*remind me on 2026-01-02 at 9:00 New York time to call",
            "#1 Friday 2026-01-02 09:00 (America/New_York): call"
        ),
    ])
    func `a new reminder is confirmed with its times and time zone`(wish: String, echo: String) async throws {
        let clan = try await TestClan(Reminders.self)
        #expect(text(of: try await clan.user("an").says(wish)) == echo)
    }

    @Test func `reminders answer in the configured language`() async throws {
        let clan = try await TestClan(Reminders.self, rules: "version: 1\nbot: { locale: vi, timezone: Asia/Ho_Chi_Minh }\n")
        let an = clan.user("an")
        #expect(
            text(of: try await an.says("*nhắc tôi mỗi ngày làm việc lúc 9h báo cáo")) == """
                #1 mỗi ngày làm việc lúc 09:00 (Asia/Ho_Chi_Minh): báo cáo
                các lần tới: thứ Năm 2026-01-01 09:00, thứ Sáu 2026-01-02 09:00, thứ Hai 2026-01-05 09:00
                """)
        #expect(text(of: try await an.says("*nhắc huỷ 1")) == "Đã huỷ #1: báo cáo")
        #expect(text(of: try await an.says("*nhắc danh sách")) == "Bạn không có lời nhắc nào.")
    }

    @Test func `a reminder is delivered once across a restart and a crash`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check @binh")
        try await clan.restart(losing: .uncommitted)
        await clan.fail(commit: 1)
        #expect(text(of: try await clan.advance(by: .seconds(1200))) == "⏰ @an check @binh")
        #expect(try clan.messages().last?.mentions.map(\.user) == [an.id])
        #expect(try await clan.advance(by: .seconds(86_400)) == [])
        #expect(try clan.messages().count { $0.text.hasPrefix("⏰") } == 1)
        #expect(text(of: try await an.says("*remind list")) == "You have no open reminders.")
    }

    @Test func `a recurring reminder occurs until it is cancelled`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me every day at 9:00 to drink")
        #expect(text(of: try await clan.advance(by: .seconds(2 * 3600))) == "⏰ @an drink")
        #expect(try await clan.advance(by: .seconds(2 * 86_400)).count == 2)
        try await an.says("*remind cancel 1")
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == [])
    }

    @Test func `reminder numbers are per user and stable`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 2 hours to rest")
        try await an.says("*remind me in 1 hour to eat")
        #expect(text(of: try await binh.says("*remind me in 1 hour to sing")).hasPrefix("#1 "))
        #expect(
            text(of: try await an.says("*remind list")) == """
                #2 Thursday 2026-01-01 08:00 (Asia/Ho_Chi_Minh): eat
                #1 Thursday 2026-01-01 09:00 (Asia/Ho_Chi_Minh): rest
                """)
        #expect(text(of: try await an.says("*remind cancel 1")) == "Cancelled #1: rest")
        #expect(text(of: try await an.says("*remind me in 1 hour to read")).hasPrefix("#3 "))
        #expect(text(of: try await an.says("*remind cancel 1")).contains("reminder 1 has ended"))
        #expect(text(of: try await an.says("*remind cancel 9")).contains("there is no reminder 9"))
    }

    @Test(arguments: [
        ("*remind me yesterday at 9:00 to call", "has passed"), ("*remind me on 31/2/2026 to call", "there is no such time"),
        ("*remind me later to call", "is not a specific time; say when"), ("*remind me to call", "call"),
        ("*remind", "<when and what> is missing"), ("*remind me in 20 minutes", "add the text of the reminder"),
        ("*remind tz Mars/Base", "is not a time zone"), ("*remind me every 2 minutes to drink", "too frequent"),
        ("*remind every weekday at 9:00 except vn-holidays to report", "vn-holidays"),
    ])
    func `an invalid reminder is pointed at and not stored`(wish: String, reason: String) async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        let answer = text(of: try await an.says(wish))
        #expect(answer.contains(reason), "\(answer)")
        #expect(text(of: try await an.says("*remind list")) == "You have no open reminders.")
    }

    @Test func `a reminder on the 31st skips shorter months`() async throws {
        let clan = try await TestClan(Reminders.self)
        let answer = text(of: try await clan.user("an").says("*remind me every month on the 31st at 9:00 to pay"))
        #expect(answer.contains("next: Saturday 2026-01-31 09:00, Tuesday 2026-03-31 09:00, Sunday 2026-05-31 09:00"))
        #expect(answer.contains("months without a 31st are skipped"))
    }

    @Test func `a reminder keeps its local time on the day of a DST change`() async throws {
        // In Berlin clocks go from two to three on 29 March 2026.
        let clan = try await TestClan(Reminders.self, now: Date(timeIntervalSince1970: 1_774_700_000))
        let an = clan.user("an")
        try await an.says("*remind tz Europe/Berlin")
        #expect(
            text(of: try await an.says("*remind me every day at 00:30 to sleep")).contains(
                "next: Sunday 2026-03-29 00:30, Monday 2026-03-30 00:30, Tuesday 2026-03-31 00:30"))
        let gap = text(of: try await an.says("*remind me on 2026-03-29 at 02:30 to wake"))
        #expect(gap.contains("Sunday 2026-03-29 03:00 (Europe/Berlin): wake\n(a clock change skips that time"), "\(gap)")
    }

    @Test func `editing a reminder command changes the reminder, and an equal text does not`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        #expect(try await an.edits("*remind me in 20 minutes to check") == [])
        let answer = try await an.edits("*remind me in 2 hours to look")
        #expect(text(of: answer).hasPrefix("#1 Thursday 2026-01-01 09:00"))
        #expect(try clan.messages().count == 2)
        #expect(try clan.messages().last?.text.contains("look") == true)
        try await an.edits("*remind me yesterday to look")
        #expect(try clan.messages().last?.text.contains("has passed") == true)
        #expect(text(of: try await an.says("*remind list")).hasSuffix(": look"))
        #expect(try await clan.advance(by: .seconds(3600)) == [])
        #expect(text(of: try await clan.advance(by: .seconds(3600))) == "⏰ @an look")
    }

    @Test func `deleting a reminder command does not cancel the reminder`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        try await an.deletes()
        #expect(text(of: try await clan.advance(by: .seconds(1200))) == "⏰ @an check")
    }

    @Test func `an edit that turns a message into a reminder command is answered`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remnd me in 20 minutes to check")
        #expect(
            try await an.edits("*remind me in 20 minutes to check").first.map { if case .reply = $0 { true } else { false } }
                == true)
        #expect(try clan.messages().last?.text.hasPrefix("#1 ") == true)
    }

    @Test func `an ambiguous time is asked back, and the author chooses`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        let answer = try await an.says("*remind me on 8/5 at 9:00 to call")
        #expect(text(of: answer) == "This is ambiguous. Which time do you mean?")
        #expect(text(of: try await binh.presses("Friday 2026-05-08 09:00")) == "This reminder belongs to another user.")
        try await clan.restart(losing: .uncommitted)
        try await an.presses("Friday 2026-05-08 09:00")
        #expect(try clan.messages().last?.text == "#1 Friday 2026-05-08 09:00 (Asia/Ho_Chi_Minh): call\n👍 to join")
        #expect(text(of: try await an.says("*remind list")).contains("2026-05-08"))
    }

    @Test func `a choice made after its time is rejected`() async throws {
        let clan = try await TestClan(Reminders.self, now: Date(timeIntervalSince1970: 1_767_225_600 + 4 * 3600))
        let an = clan.user("an")
        // It is eleven: seven has passed, and nineteen has not.
        #expect(text(of: try await an.says("*remind me at 7 to eat")) == "This is ambiguous. Which time do you mean?")
        try await clan.advance(by: .seconds(12 * 3600))
        #expect(text(of: try await an.presses("Thursday 2026-01-01 19:00")) == "This time has already passed.")
        #expect(text(of: try await an.says("*remind list")) == "You have no open reminders.")
    }

    @Test func `a delivered reminder is snoozed by button or number`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        try await clan.advance(by: .seconds(1200))
        #expect(text(of: try await an.presses("💤 10 min")) == "#1 is due Thursday 2026-01-01 07:30 (Asia/Ho_Chi_Minh): check")
        #expect(text(of: try await clan.advance(by: .seconds(600))) == "⏰ @an check")
        #expect(text(of: try await an.says("*remind snooze 1 10m")).hasPrefix("#1 is due Thursday 2026-01-01 07:40"))
        // A reminder that is not due yet is snoozed from its own time.
        #expect(text(of: try await an.says("*remind snooze 1 10m")).hasPrefix("#1 is due Thursday 2026-01-01 07:50"))
        #expect(try await clan.advance(by: .seconds(600)) == [])
        #expect(text(of: try await clan.advance(by: .seconds(600))) == "⏰ @an check")
    }

    @Test func `snoozing another user's reminder creates an own one`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 20 minutes to check")
        try await binh.reacts("👍")
        #expect(text(of: try await clan.advance(by: .seconds(1200))) == "⏰ @an @binh check")
        #expect(text(of: try await binh.presses("💤 1 h")).hasPrefix("#1 Thursday 2026-01-01 08:20"))
        #expect(text(of: try await clan.advance(by: .seconds(3600))) == "⏰ @binh check")
    }

    @Test func `a snoozed recurring reminder occurs once more in addition`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me every day at 8:00 to drink")
        try await clan.advance(by: .seconds(3600))
        try await an.says("*remind snooze 1 30m")
        #expect(text(of: try await an.says("*remind list")).hasSuffix("(and Thursday 2026-01-01 08:30)"))
        #expect(text(of: try await clan.advance(by: .seconds(1800))) == "⏰ @an drink")
        #expect(try await clan.advance(by: .seconds(86_400)).count == 1)
        try await an.says("*remind snooze 1 30m")
        try await an.says("*remind cancel 1")
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == [])
    }

    @Test func `time and text of a reminder are edited by its number`() async throws {
        let clan = try await TestClan(Reminders.self)
        let an = clan.user("an")
        try await an.says("*remind me in 20 minutes to check")
        #expect(
            text(of: try await an.says("*remind edit 1 tomorrow at 9:00"))
                == "#1 Friday 2026-01-02 09:00 (Asia/Ho_Chi_Minh): check")
        #expect(text(of: try await an.says("*remind edit 1 to call An")).hasSuffix("09:00 (Asia/Ho_Chi_Minh): call An"))
        #expect(try await clan.advance(by: .seconds(86_400)) == [])
        #expect(text(of: try await clan.advance(by: .seconds(86_400))) == "⏰ @an call An")
    }

    @Test func `users join and leave a reminder by reactions, and its owner cancels it by one`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh, hoa) = (clan.user("an"), clan.user("binh"), clan.user("hoa"))
        try await an.says("*remind me in 20 minutes to check")
        let question = try #require(try clan.messages().first)
        try await binh.reacts("👍")
        #expect(try clan.messages().last?.text.contains("\nfor: binh\n") == true)
        try await hoa.reacts("👍", to: question)
        try await binh.reacts("😀", to: question)
        #expect(try clan.messages().last?.text.contains("\nfor: binh, hoa\n") == true)
        try await hoa.unreacts("👍", from: question)
        #expect(text(of: try await clan.advance(by: .seconds(1200))) == "⏰ @an @binh check")
        try await an.says("*remind me in 20 minutes to look")
        try await binh.reacts("❌")
        #expect(text(of: try await an.says("*remind list")).hasSuffix(": look"))
        let echo = try clan.messages().first { $0.text.hasPrefix("#2") }
        try await an.reacts("❌", to: echo)
        #expect(text(of: try await an.says("*remind list")) == "You have no open reminders.")
    }

    @Test func `another user is reminded in their time zone and can opt out`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await binh.says("*remind tz Asia/Tokyo")
        let answer = text(of: try await an.says("*remind @binh tomorrow at 9:00 to send the report"))
        #expect(answer == "#1 Friday 2026-01-02 09:00 (Asia/Tokyo): send the report\nfor: binh")
        #expect(text(of: try await clan.advance(by: .seconds(24 * 3600))) == "⏰ @binh send the report — an")
        #expect(try clan.messages().last?.mentions.map(\.user) == [binh.id])
        try await an.says("*remind @binh tomorrow at 9:00 to rest")
        #expect(text(of: try await binh.reacts("❌")).hasPrefix("Cancelled #2"))
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == [])
    }

    @Test func `a user who refuses reminders gets none from others`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(text(of: try await binh.says("*remind refuse")).hasPrefix("Others can no longer set reminders for you"))
        try await clan.restart(losing: .uncommitted)
        #expect(
            text(of: try await an.says("*remind @binh in 1 hour to rest")).contains("binh does not accept reminders from others"))
        #expect(text(of: try await binh.says("*remind me in 1 hour to rest")).hasPrefix("#1 "))
        #expect(text(of: try await binh.says("*remind accept")) == "Others can set reminders for you.")
        #expect(text(of: try await an.says("*remind @binh in 1 hour to rest")).hasPrefix("#1 "))
        #expect(text(of: try await an.says("*remind @here in 1 hour to rest")).contains("mention each user by name"))
    }

    @Test func `only the owner can use the buttons of a reminder`() async throws {
        let clan = try await TestClan(Reminders.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 1 hour to rest")
        #expect(text(of: try await binh.presses("❌ Cancel")) == "This reminder belongs to another user.")
        #expect(text(of: try await binh.presses("✏️ Edit")) == "This reminder belongs to another user.")
        #expect(text(of: try await an.presses("✏️ Edit")).hasSuffix("write: *remind edit 1 tomorrow at 9:00 …"))
        #expect(text(of: try await an.presses("❌ Cancel")) == "Cancelled #1: rest")
        #expect(try await clan.advance(by: .seconds(7200)) == [])
    }

    @Test func `the time zone comes from the phrase, the user, the channel or the clan, in that order`() async throws {
        let names = "names: { clans: { test: \"\(ClanID.test)\" }, channels: { random: \"\(ChannelID.random)\" } }"
        let clan = try await TestClan(
            Reminders.self,
            rules: "version: 1\n\(names)\nbot: { timezone: UTC }\nclans: { test: { bot: { timezone: Asia/Tokyo } } }\n"
                + "channels: { random: { timezone: Europe/Berlin } }\n")
        let an = clan.user("an")
        let wish = "*remind me on 2026-02-01 at 9:00 to rest"
        #expect(text(of: try await an.says(wish)).contains("09:00 (Asia/Tokyo)"))
        #expect(text(of: try await an.says(wish, in: "random")).contains("09:00 (Europe/Berlin)"))
        try await an.says("*remind tz Asia/Ho_Chi_Minh")
        #expect(text(of: try await an.says(wish, in: "random")).contains("09:00 (Asia/Ho_Chi_Minh)"))
        #expect(text(of: try await an.says("*remind me on 2026-02-01 at 9:00 UTC to rest")).contains("09:00 (UTC)"))
    }

    @Test(arguments: [([RoleID](), [RoleID](), false), ([77], [], true), ([5], [5], true), ([5], [], false)])
    func `a role is reminded only by its members and announcers`(
        roles: [RoleID], announcers: [RoleID], isSet: Bool
    ) async throws {
        var options = Reminders.Options()
        options.announcers = announcers
        let runtime = BotRuntime(ask: { question in
            if case .member(let user, let clan) = question { return .member(Member(clan: clan, user: user, roles: roles)) }
            return .failed("nobody asks that")
        })
        var message = Message.make(text: "*remind @devs in 20 minutes to rest")
        message.mentions = [Mention(user: 0, username: "", role: 77, roleName: "devs", range: TextRange(8, 13))]
        let actions = try await BotHandler(Reminders(options: options), runtime: runtime).actions(
            about: .message(message), EventContext(now: message.createdAt, me: Author.me.id))
        #expect(text(of: actions).contains(isSet ? "for: devs" : "only members with the role 'devs'"), "\(actions)")
    }

    @Test func `reminders are limited per user, per clan and per minute`() async throws {
        var options = Reminders.Options()
        (options.open, options.openInClan) = (2, 3)
        let clan = try await TestClan(Reminders(options: options))
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*remind me in 1 hour to eat")
        try await an.says("*remind me in 1 hour to eat")
        #expect(text(of: try await an.says("*remind me in 1 hour to eat")).contains("you have 2 open reminders"))
        try await binh.says("*remind me in 1 hour to eat")
        #expect(text(of: try await binh.says("*remind me in 1 hour to eat")).contains("this clan has 3 open reminders"))
        try await an.says("*remind cancel 1")
        #expect(text(of: try await binh.says("*remind me in 1 hour to eat")).hasPrefix("#2"))
        let other = try await TestClan(Reminders(options: Reminders.Options()))
        let chi = other.user("chi")
        for number in 1...10 {
            // The general command rate limit has a shorter window than the bot's own limit.
            if number == 6 { try await other.advance(by: .seconds(31)) }
            #expect(text(of: try await chi.says("*remind me in 1 hour to eat")).hasPrefix("#\(number)"))
        }
        #expect(text(of: try await chi.says("*remind me in 1 hour to eat")).contains("too many reminders within a minute"))
    }

    @Test(arguments: [
        (59.0, ""), (720.0, " (late by 12 min)"), (266_500.0, " (late by 3 d 2 h)"),
    ])
    func `a late reminder says so`(lateness: Double, words: String) async throws {
        let handler = BotHandler(Reminders(options: .init()), runtime: BotRuntime())
        let message = Message.make(text: "*remind me in 20 minutes to check")
        let actions = try await handler.actions(
            about: .message(message), EventContext(now: message.createdAt, me: Author.me.id))
        let job = try #require(
            actions.compactMap { if case .schedule(let job) = $0 { job } else { nil } }.first)
        let occurrence = SystemEvent.Occurrence(author: "bot:reminders", job, at: job.due + lateness)
        let told = try await handler.actions(
            about: .system(.due(occurrence)), EventContext(now: occurrence.at, me: Author.me.id))
        #expect(text(of: told) == "⏰ @an check\(words)")
    }
}
