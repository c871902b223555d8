import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCKeepaliveTests {
    @Test func `a silent connection is pinged once, and any line resets the timer`() {
        var pulse = IRCKeepalive(at: .zero)
        #expect(pulse.decision(at: .seconds(29)) == .wait)
        #expect(pulse.decision(at: .seconds(30)) == .ping)
        #expect(pulse.decision(at: .seconds(59)) == .wait)
        pulse.heard(at: .seconds(59))
        #expect(pulse.decision(at: .seconds(88)) == .wait)
        #expect(pulse.decision(at: .seconds(89)) == .ping)
    }

    @Test func `a connection without a reply for thirty seconds is dead`() {
        var pulse = IRCKeepalive(at: .seconds(100))
        #expect(pulse.decision(at: .seconds(200)) == .ping)
        #expect(pulse.decision(at: .seconds(229)) == .wait)
        #expect(pulse.decision(at: .seconds(230)) == .dead)
    }
}
