import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import PostgreSQLStorage

struct DatabaseClockTests {
    private let machine = ManualTime()

    /// Compares with a server that is ahead by a number of seconds, and answers after a time.
    private func compare(_ clock: DatabaseClock, ahead seconds: Double, after delay: Duration = .zero) {
        clock.compare {
            let time = machine.now + seconds + delay / .seconds(2)
            machine.advance(by: delay)
            return (Int64(time.timeIntervalSince1970 * 1000), ())
        }
    }

    @Test(arguments: [-86_400.0, -3, 3, 86_400])
    func `a clock that differs is not used`(seconds: Double) throws {
        let clock = DatabaseClock(machine)
        compare(clock, ahead: seconds)
        #expect(abs(clock.now.timeIntervalSince(machine.now) - seconds) < 0.01)
        let difference = try #require(clock.difference)
        #expect(abs(difference / .seconds(1) + seconds) < 0.01)
    }

    @Test(arguments: [-1.9, 0, 1.9])
    func `a small difference is left alone`(seconds: Double) {
        let clock = DatabaseClock(machine)
        compare(clock, ahead: seconds)
        #expect(clock.now == machine.now && clock.difference == nil)
    }

    @Test func `a clock that is set is used again, and each change is told`() {
        let told = Mutex<[Int64?]>([])
        let clock = DatabaseClock(machine) { difference in told.withLock { $0.append(difference?.components.seconds) } }
        compare(clock, ahead: -3600)
        compare(clock, ahead: -3601)
        compare(clock, ahead: 0)
        #expect(clock.now == machine.now)
        #expect(told.withLock { $0 } == [3600, nil])
    }

    @Test func `a clock that is set nearly right is used again`() {
        let clock = DatabaseClock(machine)
        compare(clock, ahead: 2.5)
        compare(clock, ahead: 1.5)
        #expect(clock.difference != nil)
        compare(clock, ahead: 0.6)
        #expect(clock.now == machine.now && clock.difference == nil)
        compare(clock, ahead: 1.9)
        #expect(clock.difference == nil)
    }

    @Test func `half of the time of an answer counts, and a slow one tells nothing`() {
        let clock = DatabaseClock(machine)
        compare(clock, ahead: 100, after: .milliseconds(900))
        #expect(abs(clock.now.timeIntervalSince(machine.now) - 100) < 0.01)
        compare(clock, ahead: 0, after: .seconds(2))
        #expect(abs(clock.now.timeIntervalSince(machine.now) - 100) < 0.01)
    }
}
