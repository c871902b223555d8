import AsyncSupport
import ChatModel
import Testing

struct SlidingWindowRateLimiterTests {
    @Test(arguments: [1, 2, 5, 30])
    func `starts per second never exceed the limit`(limit: Int) {
        var window = SlidingWindowRateLimiter(limit: limit)
        var random = SplitMix64(seed: UInt64(limit))
        var now = Duration.zero
        var starts: [Duration] = []
        for _ in 0..<2000 {
            now += .milliseconds(Int64.random(in: 0...(Bool.random(using: &random) ? 5 : 400), using: &random))
            starts.append(window.reserve(at: now))
        }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(zip(starts, starts.dropFirst(limit)).allSatisfy { $1 - $0 > .seconds(1) })
    }

    @Test func `an idle rate limiter starts at once`() {
        var window = SlidingWindowRateLimiter(limit: 2, margin: .zero)
        let starts = [0, 0, 0, 5000, 5000, 5000].map { window.reserve(at: .milliseconds($0)) }
        #expect(starts == [0, 0, 1000, 5000, 5000, 6000].map { .milliseconds($0) })
    }

    @Test func `starts can be left to others`() {
        var window = SlidingWindowRateLimiter(limit: 4, margin: .zero)
        let starts = (0..<3).map { _ in window.start(at: .zero, sparing: 2) }
        #expect(starts == [true, true, false])
        let others = (0..<3).map { _ in window.start(at: .zero) }
        #expect(others == [true, true, false])
        let later = window.start(at: .seconds(1), sparing: 3)
        #expect(later)
    }

    @Test(arguments: [0, -5])
    func `a limit of zero is treated as one`(limit: Int) {
        var window = SlidingWindowRateLimiter(limit: limit, margin: .zero)
        #expect([window.reserve(at: .zero), window.reserve(at: .zero)] == [.zero, .seconds(1)])
    }
}
