import Testing

@testable import ConnectorKit

struct ThrottledLogTests {
    @Test func `each kind of message is logged once a minute with the number suppressed`() {
        let log = ThrottledLog()
        #expect(log.record("a", at: .zero) == 0)
        #expect(log.record("a", at: .seconds(1)) == nil && log.record("a", at: .seconds(59)) == nil)
        #expect(log.record("b", at: .seconds(59)) == 0)
        #expect(log.record("a", at: .seconds(60)) == 2)
        #expect(log.record("a", at: .seconds(121)) == 0)
    }

    @Test func `beyond a thousand kinds all share one log limit`() {
        let log = ThrottledLog()
        let said = (0..<5000).count { log.record("\($0)", at: .zero) != nil }
        #expect(said == 1001)
    }
}
