import Testing

@testable import Relay

struct ThrottledLogTests {
    @Test func `each kind of message is logged once a minute with the number suppressed`() {
        let log = ThrottledLog()
        #expect(log.turn("a", at: .zero) == 0)
        #expect(log.turn("a", at: .seconds(1)) == nil && log.turn("a", at: .seconds(59)) == nil)
        #expect(log.turn("b", at: .seconds(59)) == 0)
        #expect(log.turn("a", at: .seconds(60)) == 2)
        #expect(log.turn("a", at: .seconds(121)) == 0)
    }

    @Test func `beyond a thousand kinds all share one log limit`() {
        let log = ThrottledLog()
        let said = (0..<5000).count { log.turn("\($0)", at: .zero) != nil }
        #expect(said == 1001)
    }
}
