import BotKit
import BotTesting
import Testing

@testable import Bots

struct CheckInTests {
    private static let day = Duration.seconds(86_400)

    @Test func `one check-in a day counts, and a missed day ends the streak`() async throws {
        let clan = try await TestClan(CheckIn.self)
        let an = clan.user("an")
        #expect(try await an.says("*checkin") == [.reply("Checked in: 1 in a row, 1 in all.")])
        #expect(try await an.says("*checkin") == [.reply("You have checked in today already.")])
        try await clan.restart()
        try await clan.advance(by: Self.day)
        #expect(try await an.says("*checkin") == [.reply("Checked in: 2 in a row, 2 in all.")])
        try await clan.advance(by: Self.day * 2)
        #expect(try await an.says("*checkin") == [.reply("Checked in: 1 in a row, 3 in all.")])
    }

    @Test func `those of today and the longest streaks are listed`() async throws {
        let clan = try await TestClan(CheckIn.self)
        let an = clan.user("an"), binh = clan.user("binh")
        #expect(try await an.says("*checkin today") == [.reply("Nobody yet.")])
        #expect(try await an.says("*checkin top") == [.reply("Nobody yet.")])
        _ = try await binh.says("*checkin")
        try await clan.advance(by: Self.day)
        _ = try await binh.says("*checkin")
        _ = try await an.says("*checkin")
        #expect(try await an.says("*checkin today") == [.reply("2: an, binh")])
        #expect(try await an.says("*checkin top") == [.reply("1. binh: 2 (2)\n2. an: 1 (1)")])
        try await clan.advance(by: Self.day)
        #expect(try await an.says("*checkin today") == [.reply("Nobody yet.")])
    }

    @Test func `a day is that of the user's time zone`() async throws {
        let clan = try await TestClan(CheckIn.self)
        let an = clan.user("an")
        // 07:00 in Vietnam, where the next day begins 17 hours later; in UTC it does after 24.
        #expect(try await an.says("*checkin") == [.reply("Checked in: 1 in a row, 1 in all.")])
        try await clan.advance(by: .seconds(17 * 3600 - 1))
        #expect(try await an.says("*checkin") == [.reply("You have checked in today already.")])
        try await clan.advance(by: .seconds(1))
        #expect(try await an.says("*checkin") == [.reply("Checked in: 2 in a row, 2 in all.")])
    }
}
