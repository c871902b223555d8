import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct SupervisionTests {
    /// Creates a clan in which `boss` may use the commands.
    private func clan(team: String? = nil) async throws -> TestClan {
        let names = try await TestClan(Supervision.self)
        var options = Supervision.Options()
        options.supervisors = [names.role("boss")]
        if let team { options.team = names.role(team) }
        let clan = try await TestClan(Supervision(options: options))
        try await clan.give("boss", to: clan.user("an"))
        return clan
    }

    @Test func `those who have written nothing today are listed`() async throws {
        let clan = try await clan(team: "dev")
        let (an, binh, chi) = (clan.user("an"), clan.user("binh"), clan.user("chi"))
        for user in [binh, chi] { try await clan.give("dev", to: user) }
        try await binh.says("hello")
        try await clan.advance(by: .seconds(3))
        try await an.says("*supervise now")
        #expect(try clan.messages().last?.text == "Silent today (1/2): @\(chi.id)")
        try await chi.says("hello")
        try await clan.advance(by: .seconds(3))
        #expect(try await an.says("*supervise now") == [.reply("Everyone was heard today.")])
        // The next day in Vietnam begins 17 hours after the start.
        try await clan.advance(by: .seconds(17 * 3600))
        try await an.says("*supervise now")
        #expect(try clan.messages().last?.text == "Silent today (2/2): @binh @chi")
    }

    @Test func `the silent ones who are online are marked`() async throws {
        let clan = try await clan(team: "dev")
        let (an, binh, chi) = (clan.user("an"), clan.user("binh"), clan.user("chi"))
        for user in [binh, chi] { try await clan.give("dev", to: user) }
        try await binh.goesOnline()
        try await chi.goesOnline()
        try await chi.goesOffline()
        try await an.says("*supervise now")
        #expect(try clan.messages().last?.text == "Silent today (2/2): @\(binh.id) (online) @\(chi.id)")
    }

    @Test func `a report comes at its time until it is ended`() async throws {
        let clan = try await clan(team: "dev")
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await clan.give("dev", to: binh)
        try await an.says("*supervise every day at 9:00")
        try await clan.restart()
        try await clan.advance(by: .seconds(2 * 3600))
        #expect(try clan.messages().last?.text == "Silent today (1/1): @\(binh.id)")
        try await an.says("*supervise off")
        let count = try clan.messages().count
        try await clan.advance(by: .seconds(2 * 86_400))
        #expect(try clan.messages().count == count)
    }

    @Test func `others cannot use it`() async throws {
        let clan = try await clan()
        let actions = try await clan.user("binh").says("*supervise now")
        #expect(actions.map(\.kind) == ["reply"])
        #expect(try clan.messages().last?.text.contains("Silent") == false)
    }
}
