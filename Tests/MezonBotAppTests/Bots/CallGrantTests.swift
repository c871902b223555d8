import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Grants of calls, each by the name of a procedure.
@Suite(.timeLimit(.minutes(15)))
struct CallGrantTests {
    private struct Caller: Bot {
        static let manifest = Manifest("caller", needs: [.reply, .call])
        let options: NoOptions
        func handle(_ message: ChatModel.Message, _ prepared: Void, _ context: Context) -> [Action] {
            let parts = message.text.split(separator: " ")
            guard parts.first == "call", parts.count > 1 else { return [] }
            var body = ApiCreateEventRequest()
            body.title = parts.dropFirst(2).joined(separator: " ")
            body.clanID = context.clan.rawValue
            return [.call(String(parts[1]), Data(body.wireBytes)), .reply("asked")]
        }
    }

    private func findings(_ grants: String) throws -> [String] {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/config.yaml"
        try "version: 1\nbots:\n  caller: { enabled_in: all\(grants) }\n".write(toFile: path, atomically: true, encoding: .utf8)
        let (_, report) = CompiledConfiguration.check(path, registry: BotRegistry([Caller.self]), environment: [:])
        return report.diagnostics.map { "\($0.code) \($0.suggestion ?? "")" }
    }

    @Test func `a call is granted by the name of its procedure`() throws {
        #expect(try findings(", grants: [\"call:CreateEvent\", call:DeleteEvent]") == [])
        #expect(try findings("") == ["missing-grant write grants: [call:NAME] below it to allow this"])
        #expect(
            try findings(", grants: [call]") == [
                "bad-grant write call:CreateEvent, with the name of the procedure that 'caller' calls"
            ])
    }

    private static let caller = GatewayScenario.Instance(
        bots: [Caller.self], sections: "bots: { caller: { enabled_in: all, grants: [\"call:CreateEvent\"] } }")

    @Test func `a granted call reaches the server, and no other does`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([Self.caller]) { heard in
            try await scenario.gateway.say("call DeleteEvent x", as: "an", in: GatewayScenario.general)
            try await scenario.gateway.say("call CreateEvent Demo", as: "an", in: GatewayScenario.general)
            let change = try await heard.next { if case .clanEventChanged(let change) = $0 { change } else { nil } }
            #expect((change.kind, change.event.title, change.event.creator) == (.created, "Demo", GatewayScenario.bot))
        }
    }
}
