import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct LixiTests {
    /// Returns the last numbers of the lines about opened shares.
    private static func shares(in text: String) -> [Int] {
        text.split(separator: "\n").dropFirst().compactMap { Int($0.split(separator: " ").last ?? "") }
    }

    @Test func `all shares together are the offered sum, and a user opens one`() async throws {
        let clan = try await TestClan(Lixi.self)
        let (an, binh, chi) = (clan.user("an"), clan.user("binh"), clan.user("chi"))
        try await an.says("*lixi 100 2 Chúc mừng")
        #expect(try clan.messages().last?.text == "🧧 Chúc mừng (2 shares left)")
        #expect(try await an.presses("Open") == [.ephemeral("This one is for the others.", to: an.id)])
        try await binh.presses("Open")
        try await clan.restart(losing: .uncommitted)
        #expect(try await binh.presses("Open") == [.ephemeral("You have opened it already.", to: binh.id)])
        try await chi.presses("Open")
        let text = try #require(try clan.messages().last?.text)
        let shares = Self.shares(in: text)
        #expect(text.hasPrefix("🧧 Chúc mừng (0 shares left)"))
        #expect(shares.count == 2)
        #expect(shares.allSatisfy { $0 >= 1 })
        #expect(shares.reduce(0, +) == 100)
    }

    @Test func `as many tokens as shares give everyone one, and a single share gives all`() async throws {
        let clan = try await TestClan(Lixi.self)
        let an = clan.user("an")
        try await an.says("*lixi 3 3")
        for name in ["binh", "chi", "dung"] { try await clan.user(name).presses("Open") }
        #expect(Self.shares(in: try #require(try clan.messages().last?.text)) == [1, 1, 1])
        try await clan.advance(by: .seconds(30))
        try await an.says("*lixi 77 1")
        try await clan.user("binh").presses("Open")
        #expect(Self.shares(in: try #require(try clan.messages().last?.text)) == [77])
    }

    @Test func `a debt is kept for both until the receiver confirms it`() async throws {
        let clan = try await TestClan(Lixi.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*lixi 40 1")
        try await binh.presses("Open")
        try await clan.advance(by: .seconds(30))
        try await an.says("*lixi 2 1")
        try await binh.presses("Open")
        try await an.says("*lixi owed")
        #expect(try clan.messages().last?.text == "You owe @\(binh.id): 42")
        try await binh.says("*lixi owed")
        #expect(try clan.messages().last?.text == "Owed by @\(an.id): 42")
        try await an.says("*lixi received @binh")
        #expect(try clan.messages().last?.text.contains("they owe you nothing") == true)
        #expect(try await binh.says("*lixi received @an") == [.reply("42 tokens are settled.")])
        #expect(try await an.says("*lixi owed") == [.reply("Nothing.")])
    }

    @Test func `an envelope can be opened for a day`() async throws {
        let clan = try await TestClan(Lixi.self)
        try await clan.user("an").says("*lixi 40 2")
        try await clan.advance(by: .seconds(86_400))
        let binh = clan.user("binh")
        #expect(try await binh.presses("Open") == [.ephemeral("This envelope is empty or too old.", to: binh.id)])
    }

    @Test(arguments: [
        ("0 0", "1 to 50 shares"), ("100 51", "1 to 50 shares"), ("4 5", "5 to 1000000 tokens"), ("-1 1", "1 to 1000000 tokens"),
        ("1000001 1", "1 to 1000000 tokens"), ("9223372036854775807 2", "2 to 1000000 tokens"),
    ])
    func `a sum or a number of shares outside the limits is pointed at`(arguments: String, message: String) async throws {
        let clan = try await TestClan(Lixi.self)
        try await clan.user("an").says("*lixi \(arguments)")
        #expect(try clan.messages().last?.text.contains(message) == true)
    }
}
