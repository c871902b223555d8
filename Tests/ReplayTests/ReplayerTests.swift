import Foundation
import MezonBot
import MezonTesting
import Moderation
import Replay
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ReplayerTests {
    /// A history in which everything happens: lanes side by side, orderly restarts, crashes in the middle of decisions, reloads.
    private func history(seed: UInt64) async throws -> Performance {
        let plans = [try Performance.plan(Performance.six), try Performance.plan(Performance.samples)]
        var performance = try await Performance(plans[0], seed: seed)
        for round in 0..<12 {
            try await performance.play(150, crash: round % 2 == 1 ? seed &+ UInt64(round) : nil)
            if round % 3 == 2 { try await performance.house.reload(plans[(round / 3 + 1) % 2]) }
            if round % 3 != 2 || round % 2 == 1 { try await performance.house.restart() }
        }
        try await performance.play(100)
        return performance
    }

    @Test(arguments: [1, 2])
    func `a history with restarts, crashes and reloads comes out as it is written down`(seed: UInt64) async throws {
        let (found, summary) = try await history(seed: seed).replayed()
        #expect(found.map { $0.line(in: .gmt) } == [])
        #expect(summary.isExact)
        #expect(summary.starts >= 6)
        #expect(summary.decisions > 1500)
        #expect(summary.guessedPeople == 0 && summary.guessedPlaces == 0)
    }

    @Test func `without what decisions saw, they come out otherwise`() async throws {
        let reader = try await history(seed: 1).reader(after: "UPDATE turn SET sightings = ''")
        let summary = try await Replayer(reader, today: try await reader.surroundings()).run { _ in }
        #expect(!summary.isExact && summary.guessedPeople > 0)
    }

    @Test func `rules that were changed come out otherwise, and what nobody looked at then is said`() async throws {
        var performance = try await Performance(try Performance.plan(Performance.six), seed: 5)
        try await performance.play(400)
        let changed = try Performance.plan(Performance.six) { $0.replacing("Hôm nay bạn làm gì?", with: "Làm gì?") }
        let (found, summary) = try await performance.replayed(rules: changed.rules)
        #expect(!found.isEmpty && !summary.isExact)
        #expect(Set(found.map(\.author)) == ["rule:standup"])
        #expect(found.allSatisfy { $0.kind == .otherAction && $0.subject.text.hasPrefix("*standup") })
    }
}
