import BotKit
import Synchronization
import Testing

@testable import BotTesting

@Suite(.timeLimit(.minutes(15)))
struct TestClanSimulationTests {
    /// A bot that counts outside of its state, so that a decision that is made again counts twice.
    private struct CountsOutsideState: Bot {
        struct Options: BotOptions {}

        final class Total: Sendable {
            let count = Mutex(0)
        }

        static let manifest = Manifest("counts-outside-state", "Counts messages outside of its state.", needs: [.reply])
        let options: Options
        private let total = Total()

        init(options: Options) { self.options = options }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let count = total.count.withLock { count in
                count += 1
                return count
            }
            return [.reply(Draft("message \(count)"))]
        }
    }

    @Test func `a bot that counts outside of its state is found, with the one fault that matters`() async throws {
        let error = await #expect(throws: TestClanError.self) {
            try await TestClan.simulate(seeds: 20) {
                try await TestClan(CountsOutsideState(options: .init()))
            } story: { clan in
                for text in ["one", "two", "three", "four"] { try await clan.user("an").says(text) }
            }
        }
        guard case .faultChangesOutcome(let seed, let faults, let differences)? = error else {
            Issue.record("another error")
            return
        }
        #expect(faults.count == 1)
        #expect(faults.first?.contains("before decision") == true)
        #expect(differences.count == 1)
        #expect(differences.first?.hasPrefix("#general: an: \"one\" | ") == true)
        #expect(differences.first?.contains("message 5") == true)
        let repeated = await #expect(throws: TestClanError.self) {
            try await TestClan.simulate(seeds: 1, from: seed) {
                try await TestClan(CountsOutsideState(options: .init()))
            } story: { clan in
                for text in ["one", "two", "three", "four"] { try await clan.user("an").says(text) }
            }
        }
        #expect(repeated == error)
    }

    @Test func `an error that only faults cause is reported with its seed`() async throws {
        struct Unexpected: Error {}
        let error = await #expect(throws: TestClanError.self) {
            try await TestClan.simulate(seeds: 20) {
                try await TestClan(CountsOutsideState(options: .init()))
            } story: { clan in
                for text in ["one", "two", "three"] { try await clan.user("an").says(text) }
                if try clan.messages().last?.text != "message 3" { throw Unexpected() }
            }
        }
        guard case .faultChangesOutcome(_, _, let differences)? = error else {
            Issue.record("another error")
            return
        }
        #expect(differences == ["the story ends with an error: Unexpected()"])
    }

    @Test func `rules that wait, count and repeat give users the same under faults`() async throws {
        let rules = """
            version: 1
            rules:
              - id: count
                trigger: message
                when: { text: { starts_with: "count" } }
                then: [{ counter: { add: { name: hits, scope: channel } } }, { reply: "{{ counters.hits }}" }]
              - id: later
                trigger: message
                when: { text: { starts_with: "later" } }
                then: [{ wait: 30s }, { reply: "now" }, { react: "👀" }]
            """
        try await TestClan.simulate(seeds: 20) {
            try await TestClan(rules: rules)
        } story: { clan in
            try await clan.user("an").says("count")
            try await clan.user("binh").says("later", in: "random")
            try await clan.user("an").says("count")
            try await clan.advance(by: .seconds(20))
            try await clan.user("an").says("later")
            try await clan.advance(by: .seconds(3600))
        }
    }
}
