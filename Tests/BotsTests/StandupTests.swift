import BotKit
import BotTesting
import Testing

@testable import Bots

struct StandupTests {
    @Test func `a stand-up round collects reports across a restart`() async throws {
        let clan = try await TestClan(Standup.self)
        let an = clan.user("an"), binh = clan.user("binh")
        #expect(try await an.says("*done nothing") == [.reply("No round is open; *standup starts one.")])
        #expect(try await an.says("*standup") == [.reply("Good morning! Write *standup yesterday | today | blockers")])
        #expect(try await an.says("*standup") == [.reply("A round is already open; *standup show lists its reports.")])
        #expect(try await an.says("*standup review | viết test | chờ @binh") == [.reply("Thank you. Reports so far: 1.")])
        try await clan.restart(losing: .uncommitted)
        #expect(try await binh.says("*done họp khách hàng") == [.reply("Thank you. Reports so far: 2.")])
        #expect(try await an.says("*done sửa lỗi") == [.reply("Thank you. Reports so far: 2.")])
        #expect(
            try await an.says("*standup show") == [
                .reply(
                    "Reports (2):\n• an\n  yesterday: review; sửa lỗi\n  today: viết test\n  blockers: chờ @binh\n• binh\n  yesterday: họp khách hàng"
                )
            ])
        #expect(
            try await an.says("*standup show", in: "random") == [.reply("No round is open; *standup starts one.")])
    }

    @Test func `a stand-up round ends by itself, and the next one starts empty`() async throws {
        let clan = try await TestClan(Standup.self, rules: "version: 1\nbot: { locale: vi }\n")
        let an = clan.user("an")
        try await an.says("*standup")
        try await an.says("*standup a | b")
        try await clan.advance(by: .seconds(16 * 3600))
        #expect(try await an.says("*standup show") == [.reply("Chưa có lượt báo cáo nào; gõ *standup để mở.")])
        #expect(try await an.says("*standup") == [.reply("Chào buổi sáng! Hãy gõ *standup hôm qua | hôm nay | vướng mắc")])
        #expect(try await an.says("*standup show") == [.reply("Báo cáo (0):")])
    }

    @Test func `a full round takes no more reports, and its list is short`() async throws {
        let clan = try await TestClan(Standup.self)
        let an = clan.user("an")
        try await an.says("*standup")
        for number in 0..<60 { try await clan.user("user\(number)").says("*standup " + String(repeating: "a", count: 1000)) }
        #expect("\(try await an.says("*standup one more"))".contains("this round has 60 reports and takes no more"))
        #expect(try await clan.user("user7").says("*done b") == [.reply("Thank you. Reports so far: 60.")])
        guard case .reply(let list)? = try await an.says("*standup show").first else {
            Issue.record("no list")
            return
        }
        #expect(list.content.text.hasPrefix("Reports (60):\n• user0\n") && list.content.text.hasSuffix("\n+49"))
        #expect(list.content.text.utf8.count <= 12_010)
    }

    @Test func `a report has at most three parts, and long ones are cut`() async throws {
        let clan = try await TestClan(Standup.self)
        let an = clan.user("an")
        try await an.says("*standup")
        #expect("\(try await an.says("*standup a | b | c | d"))".contains("at most three parts are allowed"))
        #expect(try await an.says("*standup show") == [.reply("Reports (0):")])
        try await an.says("*standup " + String(repeating: "ệ", count: 3000))
        #expect(
            try await an.says("*standup show") == [
                .reply("Reports (1):\n• an\n  yesterday: \(String(repeating: "ệ", count: 333))")
            ]
        )
    }
}
