import BotTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct SuggestionSoakRunTests {
    @Test func `suggestions find the numbers that simulated moderators go by`() async throws {
        var run = SuggestionSoakRun(seed: 7)
        let outcome = try await run.run(messages: 1500)
        #expect(outcome.suggested >= 5, "\(outcome.lines)")
        #expect(outcome.precision >= 0.95 && outcome.recall >= 0.8, "\(outcome.precision), \(outcome.recall), \(outcome.lines)")
    }
}
