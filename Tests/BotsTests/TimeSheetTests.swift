import BotKit
import BotTesting
import Foundation
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct TimeSheetTests {
    private static let url = TimeSheet.Options().url

    @Test func `accepted hours count for the month of their day`() async throws {
        // 2026-01-30 08:00 in Vietnam.
        let clan = try await TestClan(TimeSheet.self, now: Date(timeIntervalSince1970: 1_769_734_800))
        clan.http(Self.url, answers: HTTPResponse("", status: 201))
        let an = clan.user("an")
        #expect(try await an.says("*log 2h30m the login page").last == .reply("Logged 2:30 h; 2:30 h this month."))
        try await clan.restart()
        try await clan.advance(by: .seconds(5))
        #expect(try await an.says("*log 45m a review").last == .reply("Logged 0:45 h; 3:15 h this month."))
        #expect(try await an.says("*log total") == [.reply("3:15 h this month.")])
        #expect(try await clan.user("binh").says("*log total") == [.reply("0:00 h this month.")])
        try await clan.advance(by: .seconds(3 * 86_400))
        #expect(try await an.says("*log total") == [.reply("0:00 h this month.")])
        #expect(try await an.says("*log 1h planning").last == .reply("Logged 1:00 h; 1:00 h this month."))
    }

    @Test func `hours that the server does not accept do not count`() async throws {
        let clan = try await TestClan(TimeSheet.self)
        clan.http(Self.url, answers: HTTPResponse("", status: 403))
        let an = clan.user("an")
        #expect(try await an.says("*log 2h work").last == .reply("The time sheet has not accepted this: status 403."))
        #expect(try await an.says("*log total") == [.reply("0:00 h this month.")])
    }

    @Test func `an entry is sent once as JSON, whatever its text contains`() async throws {
        let clan = try await TestClan(TimeSheet.self)
        let an = clan.user("an")
        let expected = """
            {"date":"2026-01-01","minutes":60,"name":"an","text":"a \\"quote\\"","user":"\(an.id)"}
            """
        clan.http(Self.url) { request in
            let body = request.body.map { String(decoding: $0.bytes, as: UTF8.self) }
            return HTTPResponse("", status: body == expected ? 201 : 400)
        }
        await clan.fail(commit: 2)
        try await an.says("*log 1h a \"quote\"")
        try await clan.restart(losing: .uncommitted)
        try await an.edits("*log 8h a \"quote\"")
        #expect(try await an.says("*log total") == [.reply("1:00 h this month.")])
    }

    @Test(arguments: ["0m nothing", "17h too much", "10h", "soon work"])
    func `an entry without a possible time or text is not sent`(arguments: String) async throws {
        let clan = try await TestClan(TimeSheet.self)
        let actions = try await clan.user("an").says("*log \(arguments)")
        #expect(actions.map(\.kind) == ["reply"])
    }
}
