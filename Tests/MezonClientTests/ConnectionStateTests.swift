import Foundation
import Testing

@testable import MezonClient

@Suite struct ConnectionStateTests {
    private static let start = Date(timeIntervalSince1970: 0)
    private static let later = Date(timeIntervalSince1970: 60)

    @Test(arguments: [
        (ConnectionState.initial, ConnectionState.loading(since: later)),
        (.loading(since: start), .connecting(attempt: 2, since: start)),
        (.connecting(attempt: 1, since: start), .connecting(attempt: 2, since: start)),
        (.connected(since: start), .connecting(attempt: 2, since: later)),
    ])
    func `a reconnecting state keeps the time of the disconnect`(before: ConnectionState, after: ConnectionState) {
        #expect(before.connecting(attempt: 2, at: Self.later) == after)
    }
}
