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

    /// The tokens that actions send, by receiver.
    private static func sent(_ actions: [Action]) -> [UserID: Int] {
        actions.reduce(into: [:]) { sums, action in
            if case .account(.sendTokens(let tokens, let user, _)) = action { sums[user, default: 0] += tokens }
        }
    }

    @Test func `all shares together are the offered sum, and a user opens one`() async throws {
        let clan = try await TestClan(Lixi.self)
        let (an, binh, chi) = (clan.user("an"), clan.user("binh"), clan.user("chi"))
        #expect(try await an.sendsTokens(100) == [.directMessage("You can offer 100 tokens: *lixi.", to: an.id)])
        try await an.says("*lixi 100 2 Chúc mừng")
        #expect(try clan.messages().last?.text == "🧧 Chúc mừng (2 shares left)")
        #expect(try await an.presses("Open") == [.ephemeral("This one is for the others.", to: an.id)])
        let byBinh = Self.sent(try await binh.presses("Open"))
        let first = try #require(byBinh[binh.id])
        try await clan.restart(losing: .uncommitted)
        #expect(try await binh.presses("Open") == [.ephemeral("You have opened it already.", to: binh.id)])
        let byChi = Self.sent(try await chi.presses("Open"))
        let second = try #require(byChi[chi.id])
        let text = try #require(try clan.messages().last?.text)
        #expect(text.hasPrefix("🧧 Chúc mừng (0 shares left)"))
        #expect(Self.shares(in: text) == [first, second])
        #expect(first + second == 100 && first >= 1 && second >= 1)
        #expect(clan.transcript.contains("→ direct send_tokens \(first) to \(binh.id): \"Chúc mừng\""))
    }

    @Test func `as many tokens as shares give everyone one, and a single share gives all`() async throws {
        let clan = try await TestClan(Lixi.self)
        let an = clan.user("an")
        try await an.sendsTokens(80)
        try await an.says("*lixi 3 3")
        for name in ["binh", "chi", "dung"] { try await clan.user(name).presses("Open") }
        #expect(Self.shares(in: try #require(try clan.messages().last?.text)) == [1, 1, 1])
        try await clan.advance(by: .seconds(30))
        try await an.says("*lixi 77 1")
        try await clan.user("binh").presses("Open")
        #expect(Self.shares(in: try #require(try clan.messages().last?.text)) == [77])
    }

    @Test func `no more is offered than a giver has sent, and what is left goes back to them once`() async throws {
        let clan = try await TestClan(Lixi.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.sendsTokens(50)
        try await an.says("*lixi 51 1")
        #expect(try clan.messages().last?.text.contains("you have 50 with me") == true)
        try await clan.advance(by: .seconds(30))
        try await an.says("*lixi 40 2")
        let byBinh = Self.sent(try await binh.presses("Open"))
        let opened = try #require(byBinh[binh.id])
        #expect(Self.sent(try await binh.says("*lixi back")) == [:])
        #expect(Self.sent(try await an.says("*lixi back")) == [an.id: 10])
        try await clan.advance(by: .seconds(86_400))
        #expect(Self.sent(try await binh.says("*lixi back")) == [:])
        #expect(Self.sent(try await an.says("*lixi back")) == [an.id: 40 - opened])
        #expect(try await an.says("*lixi back") == [.reply("Nothing is left.")])
    }

    @Test func `an envelope can be opened for a day`() async throws {
        let clan = try await TestClan(Lixi.self)
        try await clan.user("an").sendsTokens(40)
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
