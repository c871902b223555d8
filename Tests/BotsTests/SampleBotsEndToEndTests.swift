import BotKit
import BotTesting
import Foundation
import Testing

@testable import Bots

/// Tests the bots of this build in a clan.
@Suite(.timeLimit(.minutes(15)))
struct SampleBotsEndToEndTests {
    @Test(arguments: registry.names)
    func `every bot replays its fixture as expected`(name: String) async throws {
        let file = try #require(Bundle.module.resourceURL).appending(path: "Fixtures/\(name).jsonl")
        let outcome = try await Fixture(file.path).replay(try await bot(named: name))
        #expect(outcome.differences == [], "\(outcome.transcript)")
        #expect(outcome.events > 2)
    }

    /// `MEZON_BOT_ORDERS=100 swift test --filter SampleBotsEndToEndTests` tests a hundred orders.
    @Test(arguments: registry.names)
    func `every bot's fixture has the same result in every task order`(name: String) async throws {
        let orders = ProcessInfo.processInfo.environment["MEZON_BOT_ORDERS"].flatMap(UInt64.init) ?? 3
        let file = try #require(Bundle.module.resourceURL).appending(path: "Fixtures/\(name).jsonl")
        let fixture = try Fixture(file.path)
        let usual = try await fixture.replay(try await bot(named: name)).transcript
        for seed in 0..<orders {
            let outcome = try await fixture.replay(try await bot(named: name), shuffling: seed)
            #expect(outcome.differences == [], "seed \(seed)")
            #expect(outcome.transcript == usual, "seed \(seed)")
        }
    }

    /// `MEZON_BOT_FAULTS=100 swift test --filter SampleBotsEndToEndTests` tests a hundred seeds.
    @Test(arguments: registry.names)
    func `every bot's fixture shows users the same under random faults`(name: String) async throws {
        let seeds = ProcessInfo.processInfo.environment["MEZON_BOT_FAULTS"].flatMap(Int.init) ?? 3
        let file = try #require(Bundle.module.resourceURL).appending(path: "Fixtures/\(name).jsonl")
        try await Fixture(file.path).simulate(try await bot(named: name), seeds: seeds)
    }

    @Test func `ping answers once, also after a lost acknowledgement`() async throws {
        let clan = try await TestClan(Ping.self)
        clan.fail(send: 1, with: .lostAcknowledgement)
        #expect(try await clan.user("an").says("*ping") == [.reply("pong")])
        try await clan.advance(by: .seconds(10))
        #expect(try clan.messages().map(\.text) == ["*ping", "pong"])
    }

    @Test func `a long echo is split into several messages in order`() async throws {
        let clan = try await TestClan(Echo.self)
        let words = (0..<900).map { "\($0)" }.joined(separator: " ")
        try await clan.user("an").says("*echo \(words)")
        #expect(try clan.messages().dropFirst().map(\.text).joined() == words)
    }

    @Test func `a roll is the same after a crash before the commit`() async throws {
        let clan = try await TestClan(Dice.self)
        let first = try await clan.user("an").says("*roll 5d1000")
        let other = try await TestClan(Dice.self)
        await other.fail(commit: 1)
        #expect(try await other.user("an").says("*roll 5d1000") == first)
    }

    @Test func `a joining user is welcomed, and one who only writes is not`() async throws {
        let clan = try await TestClan(try await bot(named: "welcome"))
        try await clan.user("an").says("hello")
        try await clan.user("moi").joins()
        #expect(try clan.messages().map(\.text) == ["hello", "Welcome, @moi! *help shows what I can do."])
        #expect(try clan.messages().last?.mentions.map(\.user) == [clan.user("moi").id])
    }

    /// Returns the bot, with the options that it requires.
    private func bot(named name: String) async throws -> any Bot {
        switch name {
        case "welcome":
            var options = Welcome.Options()
            options.channel = .general
            return Welcome(options: options)
        case "faq":
            var options = FAQ.Options()
            options.entries = [FAQ.Entry(question: "Xin nghỉ phép thế nào?", answer: "Gõ *leave.")]
            return FAQ(options: options)
        case "supervision":
            var options = Supervision.Options()
            options.supervisors = [try await TestClan(Supervision.self).role("boss")]
            return Supervision(options: options)
        case "leave":
            var options = Leave.Options()
            options.channel = .general
            options.users = [Author.binh.id]
            return Leave(options: options)
        default:
            func plain<B: Bot>(_ bot: B.Type) -> any Bot { B(options: B.Options()) }
            let known = try #require(registry.bot(named: name))
            return plain(known)
        }
    }
}
