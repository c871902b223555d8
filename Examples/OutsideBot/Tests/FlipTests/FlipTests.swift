import BotKit
import BotTesting
import Flip
import Testing

struct FlipTests {
    @Test func `each side comes, and nothing else`() async throws {
        let clan = try await TestClan(Flip.self)
        var seen: Set<String> = []
        for _ in 0..<20 {
            try await clan.user("an").says("*flip")
            seen.insert(try clan.messages().last?.text ?? "")
            try await clan.advance(by: .seconds(5))  // A command without a cooldown may be used ten times in half a minute.
        }
        #expect(seen == ["heads", "tails"])
    }
}
