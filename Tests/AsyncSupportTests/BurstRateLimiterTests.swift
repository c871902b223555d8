import AsyncSupport
import Testing

struct BurstRateLimiterTests {
    @Test func `a burst is sent at once, then one line per interval`() {
        var pacing = BurstRateLimiter(burst: 3, every: .seconds(2))
        for _ in 1...3 {
            #expect(pacing.isPermitted(at: .zero))
            pacing.record(at: .zero)
        }
        #expect(!pacing.isPermitted(at: .milliseconds(1999)))
        #expect(pacing.nextStart == .seconds(2))
        pacing.record(at: .seconds(2))
        #expect(pacing.nextStart == .seconds(4))
    }

    @Test func `unused capacity is restored up to the burst`() {
        var pacing = BurstRateLimiter(burst: 3, every: .seconds(2))
        for _ in 1...3 { pacing.record(at: .zero) }
        for _ in 1...3 {
            #expect(pacing.isPermitted(at: .seconds(100)))
            pacing.record(at: .seconds(100))
        }
        #expect(!pacing.isPermitted(at: .seconds(101)))
    }

    @Test func `urgent lines delay others by at most two intervals`() {
        var pacing = BurstRateLimiter(burst: 3, every: .seconds(2))
        for _ in 1...1000 { pacing.record(at: .seconds(10)) }
        #expect(pacing.nextStart == .seconds(14))
    }

    @Test(arguments: [(1, Duration.zero), (0, .seconds(-1))])
    func `a zero interval disables the rate limit`(burst: Int, every: Duration) {
        var pacing = BurstRateLimiter(burst: burst, every: every)
        for _ in 1...1000 { pacing.record(at: .zero) }
        #expect(pacing.isPermitted(at: .zero))
    }

    @Test func `a start beyond the burst gets the time to wait and is not counted`() {
        var pacing = BurstRateLimiter(burst: 3, every: .seconds(20))
        #expect((0..<3).map { _ in pacing.wait(at: .zero) } == [nil, nil, nil])
        #expect(pacing.wait(at: .zero) == .seconds(20))
        #expect(pacing.wait(at: .seconds(5)) == .seconds(15))
        #expect(pacing.wait(at: .seconds(20)) == nil)
        #expect((0..<4).map { _ in pacing.wait(at: .seconds(10_000)) } == [nil, nil, nil, .seconds(20)])
    }
}
