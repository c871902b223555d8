import BotKit
import BotTesting
import GRDB
import Testing

/// Several clans under one bot: what is said in one place is read by nobody who cannot read it there.
@Suite(.timeLimit(.minutes(10)))
struct TenantSoakRunTests {
    @Test func `no message, command, button or limit of one clan reaches another`() async throws {
        let outcome = try await TenantSoakRun(seed: 1, scenarios: 1200).run()
        #expect(outcome.leaks.isEmpty, "\(outcome.leaks.prefix(5))")
        #expect(outcome.problems.isEmpty, "\(outcome.problems.mapValues { $0.prefix(5) })")
        // It tries what it is about.
        #expect(outcome.shownElsewhere > 50, "links and rules have shown something")
        let tally = outcome.tally
        #expect(tally.answered > 20 && tally.ignored > 20 && tally.presses > 10, "\(tally)")
        #expect(tally.settled > 0 && tally.undone > 0 && tally.cases > 20 && tally.counted > 20, "\(tally)")
        #expect(tally.repeated > 5, "\(tally)")
    }

    @Test(.enabled(if: IRCServerProcess.path(of: .ngircd) != nil, "ngircd is not installed"))
    func `no private message reaches a real IRC server`() async throws {
        var soak = TenantSoakRun(seed: 4, scenarios: 300)
        soak.server = .ngircd
        let outcome = try await soak.run()
        #expect(outcome.leaks.isEmpty, "\(outcome.leaks.prefix(5))")
        #expect(try #require(outcome.heard) > 0)
    }

    /// Cases that belong to another clan are what a look-up by number alone would find.
    @Test func `the trial reports cases of another clan that moderators can read`() async throws {
        var soak = TenantSoakRun(seed: 1, scenarios: 1200)
        soak.interference = { folder in
            let database = try DatabaseQueue(path: folder + "/bot.sqlite")
            try database.write { try $0.execute(sql: "UPDATE cases SET clan = clan % 3 + 1") }
            try database.close()
        }
        let outcome = try await soak.run()
        #expect(!outcome.leaks.isEmpty)
        #expect(outcome.problems["audit"] != nil)
    }

    /// The oracle knows nothing of scopes: a rule that the operator has opened for a private thread, and of which it was not told, is
    /// what the old scope of threads was.
    @Test(arguments: [
        "  - { id: leak, trigger: message, in: { channels: [a-46, a-47, b-46, c-49] }, then: { relay: { to: hall } } }",
        "  - { id: leak, trigger: message, in: { channels: [a-31, b-32, c-33] }, then: { forward: b-8 } }",
    ])
    func `the oracle reports an unlinked path`(rule: String) async throws {
        var soak = TenantSoakRun(seed: 3, scenarios: 500)
        soak.rules = rule
        #expect(try await !soak.run().leaks.isEmpty)
    }
}
