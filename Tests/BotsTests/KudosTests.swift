import BotKit
import BotTesting
import Testing

@testable import Bots

struct KudosTests {
    @Test func `thanks are counted across a restart and ranked`() async throws {
        let clan = try await TestClan(Kudos.self)
        let an = clan.user("an"), binh = clan.user("binh")
        #expect(try await an.says("*top") == [.reply("No kudos yet.")])
        #expect(try await an.says("*kudos @binh cảm ơn nhé") == [.reply("+1 binh = 1: cảm ơn nhé")])
        try await clan.restart()
        #expect(try await an.says("*kudos @binh") == [.reply("+1 binh = 2")])
        #expect(try await binh.says("*kudos @an vì buổi họp") == [.reply("+1 an = 1: vì buổi họp")])
        #expect(try await an.says("*top") == [.reply("1. binh: 2\n2. an: 1")])
    }

    @Test func `the daily limit of thanks is enforced and resets`() async throws {
        var options = Kudos.Options()
        options.dailyLimit = 1
        let clan = try await TestClan(Kudos(options: options))
        let an = clan.user("an")
        #expect(try await an.says("*kudos @binh") == [.reply("+1 binh = 1")])
        #expect(try await an.says("*kudos @binh") == [.reply("You have given all 1 kudos of the last 24 hours.")])
        #expect(try await clan.user("binh").says("*kudos @an") == [.reply("+1 an = 1")])
        try await clan.advance(by: .seconds(86_401))
        #expect(try await an.says("*kudos @binh") == [.reply("+1 binh = 2")])
    }

    @Test(arguments: [
        ("*kudos @an", "you cannot thank yourself"), ("*kudos @mezon-bot", "I cannot receive kudos"),
        ("*kudos binh", "expected a user (@name)"),
        ("*kudos", "<who> is missing"), ("*kudos @here", "mention one user, not everyone"),
    ])
    func `an invalid recipient is answered with the position of the error`(text: String, reason: String) async throws {
        let clan = try await TestClan(Kudos.self)
        _ = clan.user("mezon-bot")
        let actions = try await clan.user("an").says(text)
        #expect(actions.first.map { "\($0)".contains(reason) } == true, "\(actions)")
        #expect(try await clan.user("an").says("*top") == [.reply("No kudos yet.")])
    }
}
