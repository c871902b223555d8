import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct EventIngestorTests {
    private static let rule = """
        rules:
          - id: greeting
            trigger: message
            in: { channels: general }
            then: { reply: hello }
        """

    @Test func `a message sent while history is read after the start is answered`() async throws {
        let scenario = try await GatewayScenario()
        // The page is read when the message has been sent, and contains it.
        try await scenario.gateway.add(Fault(.delay, on: "ListChannelMessages", milliseconds: 300))
        try await scenario.run([.init(sections: Self.rule)]) { _ in
            let message = try await scenario.gateway.say("hi", as: "an", in: GatewayScenario.general)
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            var line: JournalReader.Line?
            while line?.turnedAt == nil {
                try await Task.sleep(for: .milliseconds(20))
                line = try await reader.lines(after: 0, limit: 100).first { $0.entry.message == message }
            }
            #expect(line?.entry.isLate == false)
            #expect(line?.deliveries.count == 1)
        }
    }
}
