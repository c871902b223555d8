import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

@Suite struct SecretSourceTests {
    private let place = SourcePosition(file: "config.yaml", line: 3, column: 10)

    private func token(_ text: String?, environment: [String: String] = [:], files: [String: String] = [:]) throws -> (
        OptionalValue<Secret>, [String]
    ) {
        let folder = try TemporaryDirectory(files.merging([".keep": ""]) { first, _ in first })
        let diagnostics = DiagnosticCollector()
        let node = text.map { ConfigNode(kind: .scalar($0, .quoted), position: place) }
        let given = SecretSource(environment: environment, folder: folder.url).token(node, diagnostics)
        return (given, diagnostics.diagnostics.map(\.code))
    }

    @Test func `a token is read from a variable or a file and trimmed`() throws {
        #expect(try token("${env:A}", environment: ["A": " t \n"]) == (.value(Secret("t")), []))
        #expect(try token("${file:t}", files: ["t": "t\n"]) == (.value(Secret("t")), []))
        #expect(try token(nil, environment: ["MEZON_BOT_TOKEN": "t"]) == (.value(Secret("t")), []))
        #expect(try token(nil, environment: ["MEZON_BOT_TOKEN_FILE": "t"], files: ["t": "x"]) == (.value(Secret("x")), []))
    }

    @Test func `an unset variable counts as a missing token`() throws {
        #expect(try token("${env:A}") == (.absent, []))
        #expect(try token(nil) == (.absent, []))
    }

    @Test func `an unsuitable token file is rejected`() throws {
        #expect(try token("${file:t}") == (.invalid, ["bad-secret-file"]))
        #expect(try token("${file:t}", files: ["t": " \n"]) == (.invalid, ["bad-secret-file"]))
        #expect(try token("${file:t}", files: ["t": String(repeating: "x", count: 20_000)]) == (.invalid, ["bad-secret-file"]))
        #expect(try token("${file:/dev/zero}") == (.invalid, ["bad-secret-file"]))
    }

    @Test(arguments: ["abc", "${env:}", "${vault:x}", "x${env:A}"])
    func `a literal token in the configuration is rejected`(text: String) throws {
        #expect(try token(text) == (.invalid, ["secret-in-file"]))
    }

    @Test func `an application id consists of digits from the environment`() {
        let diagnostics = DiagnosticCollector()
        let source = SecretSource(environment: ["MEZON_BOT_ID": "12x", "B": "42"], folder: URL(fileURLWithPath: "/"))
        #expect(source.id(ConfigNode(kind: .scalar("${env:B}", .plain), position: place), diagnostics) == .value(42))
        #expect(diagnostics.diagnostics == [])
        #expect(source.id(nil, diagnostics) == .invalid)
        #expect(diagnostics.diagnostics.map(\.code) == ["bad-id"])
    }
}
