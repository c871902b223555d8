import ChatModel
import Testing

@testable import BotConfiguration

struct AssistantSettingsTests {
    private func load(_ assistants: String) throws -> LoadedConfiguration {
        let folder = try TemporaryDirectory([
            "config.yaml": """
            version: 1
            names: { clans: { red: "102", blue: "101" }, channels: { hall: "11" } }
            console: { assistants: \(assistants) }
            """
        ])
        return folder.load(environment: ["ONE": "0123456789abcdef", "TWO": "fedcba9876543210", "SHORT": "0123"])
    }

    @Test func `an assistant has a token, clans and the right to change`() throws {
        let loaded = try load("{ a: { token: \"${env:ONE}\" }, b: { token: \"${env:TWO}\", clans: [red], allow_changes: true } }")
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        #expect(
            loaded.configuration?.console?.assistants == [
                AssistantSettings(name: "a", token: Secret("0123456789abcdef")),
                AssistantSettings(name: "b", token: Secret("fedcba9876543210"), clans: [102], allowsChanges: true),
            ])
    }

    @Test(
        arguments: [
            ("{ a: {} }", "missing-key"), ("{ a: { token: 0123456789abcdef } }", "secret-in-file"),
            ("{ a: { token: \"${env:SHORT}\" } }", "weak-token"), ("{ a: { token: \"${env:NONE}\" } }", "unset-variable"),
            ("{ a: { token: \"${env:ONE}\", clans: [rad] } }", "unknown-name"),
            ("{ a: { token: \"${env:ONE}\", clans: [hall] } }", "wrong-name"),
            ("{ a: { token: \"${env:ONE}\", clans: [] } }", "no-clan"),
            ("{ a: { token: \"${env:ONE}\", clans: red } }", "wrong-kind"),
            ("{ a: { token: \"${env:ONE}\", allow_change: true } }", "unknown-key"),
            ("{ a: { token: \"${env:ONE}\" }, b: { token: \"${env:ONE}\", clans: [red] } }", "same-token"),
        ])
    func `a mistake is reported with its place, and gives no access`(assistants: String, code: String) throws {
        let loaded = try load(assistants)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == [code])
        #expect(errors.allSatisfy { $0.position.line == 3 && $0.suggestion != nil })
        #expect(!"\(loaded.diagnostics)".contains("0123456789abcdef") || code == "secret-in-file")
    }
}
