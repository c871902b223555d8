import BotTesting
import EventProcessing
import Foundation
import Testing

struct StallTolerantTimeTests {
    private let base = ManualTime(now: Date(timeIntervalSince1970: 0))

    @Test func `time passes as on the clock while the process runs`() {
        let time = StallTolerantTime(base: base)
        for _ in 0..<250 {
            base.advance(by: .milliseconds(40))
            _ = time.uptime
        }
        #expect(time.uptime == .seconds(10))
        #expect(time.now == base.now)
    }

    @Test func `a pause of the process counts as a twentieth of a second`() {
        let time = StallTolerantTime(base: base)
        base.advance(by: .seconds(3600))
        #expect(time.uptime == .milliseconds(50))
        #expect(time.uptime == .milliseconds(50))
        base.advance(by: .milliseconds(1))
        #expect(time.uptime == .milliseconds(51))
    }

    @Test func `a sleep ends when its time has passed without pauses`() async throws {
        let time = StallTolerantTime(base: base)
        let sleep = Task.immediate { try await time.sleep(until: .milliseconds(90)) }
        base.advance(by: .seconds(60))
        // The pause counted for 50 ms, and 40 ms are left: two looks.
        await base.waitForSleepers(1)
        base.advance(by: .milliseconds(25))
        await base.waitForSleepers(1)
        #expect(time.uptime == .milliseconds(75))
        base.advance(by: .milliseconds(15))
        try await sleep.value
        #expect(time.uptime == .milliseconds(90))
    }
}
