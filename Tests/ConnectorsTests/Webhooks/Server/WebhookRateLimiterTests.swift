import Testing

@testable import ConnectorKit
@testable import Webhooks

struct WebhookRateLimiterTests {
    @Test func `a minute's calls may arrive at once, then one per interval`() {
        var pace = WebhookRateLimiter(maxPerMinute: 3, at: .zero)
        #expect((0..<3).map { _ in pace.wait(at: .zero) } == [nil, nil, nil])
        #expect(pace.wait(at: .zero) == .seconds(20))
        #expect(pace.wait(at: .seconds(5)) == .seconds(15))
        #expect(pace.wait(at: .seconds(20)) == nil)
        #expect((0..<4).map { _ in pace.wait(at: .seconds(10_000)) } == [nil, nil, nil, .seconds(20)])
    }

    @Test func `a rate limit of zero is treated as one per minute`() {
        var pace = WebhookRateLimiter(maxPerMinute: 0, at: .zero)
        #expect(pace.wait(at: .zero) == nil)
        #expect(pace.wait(at: .zero) == .seconds(60))
    }
}
