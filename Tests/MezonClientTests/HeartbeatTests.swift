import Testing

@testable import MezonClient

@Suite struct HeartbeatTests {
    private var heartbeat = Heartbeat(period: .seconds(10), timeout: .seconds(10), startedAt: .zero)

    @Test mutating func `a heartbeat pings every period while the server answers`() {
        var pings: [Int] = []
        for second in 1...60 {
            if heartbeat.decision(at: .seconds(second)) == .ping { pings.append(second) }
            heartbeat.dataReceived()
        }
        #expect(pings == [10, 20, 30, 40, 50, 60])
    }

    @Test mutating func `a silent connection is dead one timeout after the ping`() {
        let decisions = [9, 10, 11, 19, 20].map { heartbeat.decision(at: .seconds($0)) }
        #expect(decisions == [.wait, .ping, .wait, .wait, .dead])
    }

    @Test(arguments: 0...400)
    mutating func `a dead connection is detected within the detection time`(tenths: Int) {
        let death = Duration.milliseconds(tenths * 100)
        var now = Duration.zero
        while true {
            now = heartbeat.deadline
            let decision = heartbeat.decision(at: now)
            if decision == .dead { break }
            // The answer takes no time; a ping after the connection's end gets none.
            if now < death { heartbeat.dataReceived() }
        }
        #expect(now - death <= ConnectionTiming().detectionTime)
        #expect(now > death)
    }

    @Test mutating func `any received data counts as an answer to a ping`() {
        #expect(heartbeat.decision(at: .seconds(10)) == .ping)
        heartbeat.dataReceived()
        #expect(heartbeat.decision(at: .seconds(19)) == .wait)
        #expect(heartbeat.decision(at: .seconds(20)) == .ping)
    }

    @Test mutating func `silence while reading is paused is not counted`() {
        #expect(heartbeat.decision(at: .seconds(10)) == .ping)
        heartbeat.pause()
        #expect([20, 30, 40].map { heartbeat.decision(at: .seconds($0)) } == [.wait, .wait, .wait])
        heartbeat.resume(at: .seconds(45))
        #expect(heartbeat.decision(at: .seconds(54)) == .wait)
        #expect(heartbeat.decision(at: .seconds(55)) == .dead)
    }
}
