import BotConfiguration
import BotKit
import Testing

@testable import MezonBotApp

@Suite struct WebRequestDiagnosticsTests {
    private struct Asker: Bot {
        static let manifest = Manifest("asker", needs: [.reply, .request])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [] }
    }

    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [] }
    }

    private func findings(_ bots: String) throws -> [String] {
        let (_, report) = CompiledConfiguration.check(
            texts: ["config.yaml": "version: 1\nbots:\n\(bots)\n"], root: "config.yaml",
            registry: BotRegistry([Asker.self, Reader.self]))
        return report.diagnostics.map { "\($0.position) \($0.severity) \($0.code): \($0.message); \($0.suggestion ?? "")" }
    }

    @Test func `a bot that sends requests without an allowed host is reported at its name`() throws {
        #expect(
            try findings("  reader: { enabled_in: all }\n  asker: { enabled_in: all }") == [
                "config.yaml:4:3 warning missing-http: 'asker' sends web requests, but no host is allowed; write http: "
                    + "{ allow: [api.example.org] } for it under 'bots' of the top level, with the hosts that it asks"
            ])
    }

    @Test(arguments: ["allow: [api.example.org]", "allow_private: [\"http://127.0.0.1:8080\"]"])
    func `a bot with an allowed host is not reported`(http: String) throws {
        #expect(try findings("  asker: { enabled_in: all, http: { \(http) } }") == [])
    }
}
