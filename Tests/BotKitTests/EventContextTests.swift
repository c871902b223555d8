import Foundation
import Testing

@testable import BotKit

struct EventContextTests {
    @Test func `a bot's random numbers repeat per entry and differ by bot and by entry`() {
        func first(_ seed: UInt64, _ author: String) -> UInt64 {
            let context = InvocationContext(
                .memberLeft(Membership(clan: 1, users: [])), EventContext(now: .distantPast, me: 1, seed: seed), author: author,
                BotRuntime())
            let invocation = BotInvocation(of: author, at: context, memory: BotStateStore()) { _ in .failed("") }
            var random = BotContext<StatefulBot>(invocation: invocation).random
            return random.next()
        }
        #expect(first(1, "bot:a") == first(1, "bot:a"))
        #expect(Set([first(1, "bot:a"), first(1, "bot:b"), first(2, "bot:a"), first(2, "bot:b")]).count == 4)
    }

    /// The first numbers of the published generator for the seed 1234567.
    @Test func `the random generator is SplitMix64`() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }
}
