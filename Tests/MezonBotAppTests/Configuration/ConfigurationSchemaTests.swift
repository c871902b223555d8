import BotTesting
import ChatModel
import Foundation
import Testing

@testable import BotConfiguration
@testable import MezonBotApp

@Suite struct ConfigurationSchemaTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let checker = SchemaChecker(ConfigurationSchema.make().value)

    private static func accepts(_ url: URL) throws -> Bool {
        let text = try String(contentsOf: url, encoding: .utf8)
        let node = try #require(DocumentReader(file: url.lastPathComponent, diagnostics: DiagnosticCollector()).read(text))
        return checker.accepts(node.asEditorsSeeIt)
    }

    @Test func `the sample configuration and its rules match the schema`() throws {
        #expect(try Self.accepts(Self.root.appending(path: "config.yaml")))
        let rules = try FileManager.default.contentsOfDirectory(
            at: Self.root.appending(path: "rules"), includingPropertiesForKeys: nil)
        for file in rules where file.pathExtension == "yaml" { #expect(try Self.accepts(file), "\(file.lastPathComponent)") }
    }

    @Test(arguments: [
        ("irc: { host: a, nick: b }", "a: \"#a\"", true),
        ("irc: { host: a, nick: b }", "a: { name: \"#a\", key: \"${env:K}\" }", true),
        ("matrix: { server: \"https://a.example\", token: \"${env:K}\" }", "a: \"#a:b\"", true),
        ("matrix: { server: \"https://a.example\", user: a, password: \"${env:K}\" }", "a: \"!a\"", true),
        ("matrix: { server: \"https://a.example\", token: plain }", "a: \"#a:b\"", false),
        ("matrix: { server: \"https://a.example\", tokn: \"${env:K}\" }", "a: \"#a:b\"", false),
        (
            "webhooks: { listen: \"127.0.0.1:80\" }",
            "a: { path: /a, signature: github, secrets: [\"${env:K}\"], per_minute: 5 }", true
        ),
        (
            "webhooks:",
            "a: { url: \"https://a.example\", style: slack, headers: { X-A: \"${env:K}\" }, allow_private: true, timeout: 9s }",
            true
        ),
        ("webhooks: { port: 80 }", "a: { path: /a }", false), ("webhooks:", "a: { pth: /a }", false),
        ("webhooks:", "a: { url: \"https://a.example\", style: teams }", false),
        ("webhooks:", "a: { path: /a, signature: rsa }", false), ("webhooks:", "a: { path: /a, secrets: [plain] }", false),
    ])
    func `connections match the schema`(network: String, channel: String, isRight: Bool) throws {
        let folder = try TemporaryDirectory()
        let url = URL(fileURLWithPath: folder.path).appending(path: "config.yaml")
        let text = "version: 1\nconnections:\n  net:\n    \(network)\n    channels:\n      \(channel)\n"
        try text.write(to: url, atomically: true, encoding: .utf8)
        #expect(try Self.accepts(url) == isRight)
    }

    /// The diagnostics that a schema can detect without knowing names, patterns and templates.
    private static let visible: Set<String> = [
        "unknown-key", "unknown-word", "unknown-trigger", "unknown-condition", "unknown-action", "unknown-fold", "unknown-day",
        "missing-key", "bad-duration", "bad-comparison", "bad-clock", "bad-id", "several-keys", "secret-in-file",
    ]

    /// Cases in which a key is missing only because another one is absent, and an interval that ends where it begins.
    private static let exceptions: Set<String> = [
        "list-without-source", "plugin-without-place", "calendar-hours-empty", "action-alert-nowhere", "action-set-value",
    ]

    @Test func `every error that a schema can detect is rejected by the configuration schema`() throws {
        let corpus = try ErrorCase.all(in: Self.root.appending(path: "Tests/RuleEngineTests/Corpus"))
        var seen = 0
        for file in corpus where !Self.exceptions.contains(file.name) {
            // Only errors in the root file, whose positions are line and column alone.
            guard file.expected.contains(where: { Self.visible.contains($0.code) && $0.place.count(where: { $0 == ":" }) == 1 }),
                (try? Self.accepts(file.url)) != nil
            else { continue }
            seen += 1
            #expect(try !Self.accepts(file.url), "\(file.name)")
        }
        #expect(seen > 35)
    }

    @Test func `the schema lists event fields for templates`() throws {
        let text = try ConfigurationSchema.make().text()
        for field in ["author.name", "message.previous_text", "token.amount", "token.note", "counters.NAME"] {
            #expect(text.contains("{{ \(field) }}"), "\(field)")
        }
    }

    @Test func `every schema reference is defined`() throws {
        let text = try ConfigurationSchema.make().text()
        let references = Set(text.matches(of: /"#\/\$defs\/(.+?)"/).map { String($0.output.1) })
        #expect(references == ["action", "condition", "json", "template"])
        #expect(Set(ConfigurationSchema.make().value.object?["$defs"]?.object?.keys ?? [:].keys) == references)
    }
}
