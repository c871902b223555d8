import Foundation
import Testing

@testable import MezonClient

struct ServerClockSampleTests {
    /// The gateway reports 100, which means between 100.0 and 101.0.
    @Test(arguments: [
        (100.2, 100.4, 0.0), (99.9, 101.5, 0), (101, 101, 0), (100, 100, 0),
        (111, 112, 10), (88, 90, -10),
        // A long round trip yields little certainty.
        (99, 107, 0), (94, 101, 0), (103, 110, 2),
    ])
    func `a clock difference is the certain minimum`(sent: Double, received: Double, ahead: Double) {
        let reading = ServerClockSample(
            date: Date(timeIntervalSince1970: 100), sentAt: Date(timeIntervalSince1970: sent),
            receivedAt: Date(timeIntervalSince1970: received))
        #expect(reading.secondsAhead == ahead)
    }
}
