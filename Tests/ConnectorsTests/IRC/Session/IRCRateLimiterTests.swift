import BotConfiguration
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCRateLimiterTests {
    @Test func `a burst is sent at once, then one line per interval`() {
        var pacing = IRCRateLimiter(.init(burst: 3, every: .seconds(2)))
        for _ in 1...3 {
            #expect(pacing.isOpen(at: .zero))
            pacing.charge(at: .zero)
        }
        #expect(!pacing.isOpen(at: .milliseconds(1999)))
        #expect(pacing.opening == .seconds(2))
        pacing.charge(at: .seconds(2))
        #expect(pacing.opening == .seconds(4))
    }

    @Test func `unused capacity is restored up to the burst`() {
        var pacing = IRCRateLimiter(.init(burst: 3, every: .seconds(2)))
        for _ in 1...3 { pacing.charge(at: .zero) }
        for _ in 1...3 {
            #expect(pacing.isOpen(at: .seconds(100)))
            pacing.charge(at: .seconds(100))
        }
        #expect(!pacing.isOpen(at: .seconds(101)))
    }

    @Test func `urgent lines delay others by at most two intervals`() {
        var pacing = IRCRateLimiter(.init(burst: 3, every: .seconds(2)))
        for _ in 1...1000 { pacing.charge(at: .seconds(10)) }
        #expect(pacing.opening == .seconds(14))
    }

    @Test(arguments: [IRCSettings.RateLimit(burst: 1, every: .zero), .init(burst: 0, every: .seconds(-1))])
    func `a zero interval disables the rate limit`(pace: IRCSettings.RateLimit) {
        var pacing = IRCRateLimiter(pace)
        for _ in 1...1000 { pacing.charge(at: .zero) }
        #expect(pacing.isOpen(at: .zero))
    }
}
