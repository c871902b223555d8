import BotKit
import MezonTesting
import Testing

/// Several clans under one bot: what is said in one place is read by nobody who cannot read it there.
@Suite(.timeLimit(.minutes(10)))
struct TenantTrialTests {
    @Test(arguments: [1, 2]) func `no message becomes visible to somebody who cannot read its source`(seed: UInt64) async throws {
        let outcome = try await TenantTrial(seed: seed, acts: 600).run()
        #expect(outcome.leaks.isEmpty, "\(outcome.leaks.prefix(5))")
        #expect(outcome.problems.isEmpty)
        #expect(outcome.shownElsewhere > 50, "links and rules have shown something")
    }

    /// The oracle knows nothing of scopes: a rule that the operator has opened for a private thread, and of which it was not told, is
    /// what the old scope of threads was.
    @Test(arguments: [
        "  - { id: leak, trigger: message, in: { channels: [a-46, a-47, b-46, c-49] }, then: { relay: { to: hall } } }",
        "  - { id: leak, trigger: message, in: { channels: [a-31, b-32, c-33] }, then: { forward: b-8 } }",
    ])
    func `a way that nobody has opened is seen by the oracle`(rule: String) async throws {
        var trial = TenantTrial(seed: 3, acts: 500)
        trial.rules = rule
        #expect(try await !trial.run().leaks.isEmpty)
    }
}
