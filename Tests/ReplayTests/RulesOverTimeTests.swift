import BotKit
import ChatModel
import Foundation
import Moderation
import Replay
import Storage
import Testing

@testable import BotTesting

/// The two sample rules about time, in a clan without a network.
@Suite(.timeLimit(.minutes(15)))
struct RulesOverTimeTests {
    /// The sample rules with the channels of this clan, without steps that need a message id or a bot's answer.
    private static let rules = """
        version: 1
        bot: { prefix: "*", locale: vi, timezone: Asia/Ho_Chi_Minh }
        names:
          clans: { test: "\(ClanID.test)" }
          channels: { general: "\(ChannelID.general)", standup: "\(ChannelID.random)" }
        lists:
          vn-holidays: { days: ["2026-01-01", "2026-01-08"] }
        calendars:
          work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri], except: vn-holidays }
        rules:
          - id: mention-unanswered
            title: Answer a direct mention within 25 working minutes
            mode: enforce
            trigger:
              unanswered:
                what: mention
                after: 25m
                clock: work
                resolved_by: [reply, reaction, message_in_channel]
                cancelled_by: [mention_edited_out, message_deleted, target_on_leave]
            in: { clans: [test], threads: inherit }
            when:
              not: { mentions: { everyone: true } }
            then:
              - dm: { to: "{{ target }}", text: "Hãy trả lời {{ author.name }} tại {{ channel | link }} nhé!" }
              - wait: { for: 5m, clock: work, until: resolved }
              - if:
                  when: { var: { name: resolved, is: "false" } }
                  then:
                    - counter: { add: { name: missed-mentions, scope: user@clan, by: 1 } }
                    - send: { to: standup, text: "{{ target.name }} chưa trả lời {{ author.name }}" }
          - id: standup
            title: Stand-up at 09:00 on working days
            mode: enforce
            trigger:
              schedule:
                every: weekday at 09:00
                except: vn-holidays
                missed: { policy: fire_once, grace: 45m }
                overlap: skip
            then:
              - send: { to: standup, text: "Chào buổi sáng! Hôm nay bạn làm gì?" }
              - wait: { for: 90m }
              - send: { to: standup, text: "Bạn chưa báo cáo stand-up" }

        """

    /// Starts on 7 January 2026, a Wednesday; 8 January is a holiday, and 10 January a Saturday.
    private static func clan(at time: String) async throws -> TestClan {
        try await TestClan(
            rules: rules, channels: ["general", "standup"], now: Date("2026-01-\(time):00+07:00", strategy: .iso8601))
    }

    private static func text(_ message: Message?) -> String { message?.text.split(separator: "\n").first.map(String.init) ?? "" }

    private static let asked = "Hãy trả lời an tại #general nhé!"
    private static let missed = "binh chưa trả lời an"

    private func said(in clan: TestClan) throws -> [String] { try clan.messages(in: "standup").map(\.text) }
    private func written(to name: String, in clan: TestClan) throws -> [String] {
        try clan.messages(with: clan.user(name)).map { Self.text($0) }
    }

    /// Replays the history and returns the differences.
    private func differences(_ clan: TestClan) async throws -> [String] {
        let reader = try JournalReader(folder: await clan.runtime.path)
        var found: [String] = []
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run { found.append("\($0)") }
        #expect(summary.decisions > 0 && summary.isExact)
        return found
    }

    @Test func `an unanswered mention is reminded after 25 minutes and reported after 30`() async throws {
        let clan = try await Self.clan(at: "07T10:00")
        try await clan.user("an").says("@binh xem giúp nhé")
        try await clan.advance(by: .seconds(25 * 60 - 1))
        #expect(try written(to: "binh", in: clan) == [])
        try await clan.advance(by: .seconds(1))
        #expect(try written(to: "binh", in: clan) == [Self.asked])
        try await clan.advance(by: .seconds(5 * 60))
        #expect(try said(in: clan).last == Self.missed)
        try await clan.advance(by: .seconds(3600))
        #expect(try said(in: clan).count { $0 == Self.missed } == 1)
        #expect(try await differences(clan) == [])
    }

    // The time of the message and the seconds until the reminder: lunch, nights, the holiday and the weekend are skipped.
    static let breaks: [(String, Double)] = [
        ("07T11:50", (10 + 60 + 15) * 60), ("07T12:15", (45 + 25) * 60), ("07T17:20", (39 * 60 + 25) * 60),
        ("09T17:20", (63 * 60 + 25) * 60),
    ]

    @Test(arguments: breaks)
    func `lunch, nights, holidays and weekends are not counted`(time: String, seconds: Double) async throws {
        let clan = try await Self.clan(at: time)
        try await clan.user("an").says("@binh xem giúp nhé")
        try await clan.advance(by: .seconds(seconds - 1))
        #expect(try written(to: "binh", in: clan) == [])
        try await clan.advance(by: .seconds(1))
        #expect(try written(to: "binh", in: clan) == [Self.asked])
        #expect(try await differences(clan) == [])
    }

    enum Answer: CaseIterable { case edit, delete, reaction, reply, message }

    private func answer(_ answer: Answer, in clan: TestClan) async throws {
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        let message = try #require(try clan.messages().first)
        // The clan's clock stands still, so an answer would have the time of the mention.
        try await clan.advance(by: .seconds(1))
        switch answer {
        case .edit: try await an.edits(message, "thôi khỏi")
        case .delete: try await an.deletes(message)
        case .reaction: try await binh.reacts("👍", to: message)
        case .reply: try await binh.says("đây", replyingTo: message)
        case .message: try await binh.says("đây")
        }
    }

    @Test(arguments: Answer.allCases)
    func `an answered, edited or deleted mention sends no reminder, also across restarts`(answer: Answer) async throws {
        let clan = try await Self.clan(at: "07T10:00")
        try await clan.user("an").says("@binh xem giúp nhé")
        try await clan.restart()
        try await self.answer(answer, in: clan)
        try await clan.restart(losing: .uncommitted)
        try await clan.advance(by: .seconds(3600))
        #expect(try written(to: "binh", in: clan) == [])
        #expect(try await differences(clan) == [])
    }

    @Test(arguments: Answer.allCases)
    func `an answer after the reminder ends the wait`(answer: Answer) async throws {
        let clan = try await Self.clan(at: "07T10:00")
        try await clan.user("an").says("@binh xem giúp nhé")
        try await clan.advance(by: .seconds(26 * 60))
        try await clan.restart()
        #expect(try written(to: "binh", in: clan) == [Self.asked])
        try await self.answer(answer, in: clan)
        try await clan.advance(by: .seconds(3600))
        #expect(try !said(in: clan).contains(Self.missed))
        #expect(try await differences(clan) == [])
    }

    @Test func `a stand-up is announced on working days at nine and followed up ninety minutes later`() async throws {
        let clan = try await Self.clan(at: "06T18:00")
        try await clan.advance(by: .seconds(15 * 3600))
        #expect(try said(in: clan) == ["Chào buổi sáng! Hôm nay bạn làm gì?"])
        await clan.fail(commit: 1)
        try await clan.advance(by: .seconds(45 * 60))
        try await clan.restart()
        try await clan.advance(by: .seconds(45 * 60))
        #expect(try said(in: clan) == ["Chào buổi sáng! Hôm nay bạn làm gì?", "Bạn chưa báo cáo stand-up"])
        // The holiday, Friday, the weekend, Monday.
        try await clan.advance(by: .seconds(5 * 86_400 + 60))
        #expect(try said(in: clan).count == 6)
        #expect(try await differences(clan) == [])
    }
}
