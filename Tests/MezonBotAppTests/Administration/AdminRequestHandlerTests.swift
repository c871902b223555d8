import Foundation
import Storage
import Testing

@testable import MezonBotApp

struct AdminRequestHandlerTests {
    @Test(arguments: [
        (Backlog(), []), (Backlog(count: 9, oldest: Date(timeIntervalSince1970: 700)), []),
        (
            Backlog(count: 9, oldest: Date(timeIntervalSince1970: -3860)),
            ["9 deliveries pending, the oldest for 1 hr, 21 min"]
        ),
    ])
    func `a backlog is reported once its oldest entry is overdue`(backlog: Backlog, lines: [String]) {
        #expect(AdminRequestHandler.late(backlog, "deliveries", at: Date(timeIntervalSince1970: 1000)) == lines)
    }
}
