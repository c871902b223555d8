import BotKit
import ChatModel
import Foundation
import Logging
import Testing

@testable import MezonBotApp

struct BotSuspensionReporterTests {
    @Test func `the status names the clans in which a bot is suspended, until it has recovered there`() {
        let health = HealthMonitor(startedAt: Date(timeIntervalSince1970: 0))
        let reporter = BotSuspensionReporter(health: health, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {
            $0 == 1 ? "Lab" : "\($0)"
        }
        let places = [InvocationPlace(clan: 1), InvocationPlace(clan: 2), InvocationPlace(clan: 0, channel: 501)]
        for place in places { reporter.note(.failing(times: 10, last: "odd"), of: "kudos", in: place) }
        let reason = "it failed 10 times in a row, last: odd"
        #expect(
            health.suspendedBots == ["kudos": "clan 2: \(reason); clan Lab: \(reason); conversation 501: \(reason)"])
        reporter.note(nil, of: "kudos", in: places[1])
        reporter.note(nil, of: "kudos", in: places[2])
        reporter.note(.crashing(times: 3), of: "faq", in: nil)
        #expect(
            health.suspendedBots == [
                "kudos": "clan Lab: \(reason)", "faq": "it crashed the process 3 times within ten minutes",
            ])
        reporter.note(nil, of: "kudos", in: places[0])
        reporter.note(nil, of: "faq", in: nil)
        #expect(health.suspendedBots == [:])
        for clan in 1...10 {
            reporter.note(.failing(times: 10, last: "odd"), of: "kudos", in: InvocationPlace(clan: ClanID(Int64(clan))))
        }
        #expect(health.suspendedBots["kudos"]?.hasSuffix("; and 2 more") == true)
    }
}
