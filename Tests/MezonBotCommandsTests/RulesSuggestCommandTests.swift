import BotTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15)))
struct RulesSuggestCommandTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try """
        version: 1
        bot: { gateway: local }
        rules:
          - { id: long, trigger: message, when: { text: { length: "> 50" } }, then: [delete] }

        """.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
    }

    private func suggest(_ arguments: [String]) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["rules", "suggest"] + arguments, in: folder.path)
    }

    @Test func `a rule that is not in the configuration is an error with the nearest name`() async throws {
        let outcome = try await suggest(["lnog"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("config.yaml has no rule 'lnog'; did you mean 'long'?"), "\(outcome.errors)")
    }

    @Test func `a missing configuration and a missing store are errors`() async throws {
        let configuration = try await suggest(["--config", "none.yaml"])
        #expect(configuration.code == 2 && configuration.errors.contains("none.yaml"))
        let store = try await suggest([])
        #expect(store.code == 1 && !store.errors.isEmpty)
    }
}
