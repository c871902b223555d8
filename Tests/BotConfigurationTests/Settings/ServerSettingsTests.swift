import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

struct ServerSettingsTests {
    private static let url = "postgresql://bot:hunter2@db/chat"

    private func load(_ store: String, files: [String: String] = [:]) throws -> (StoreSettings?, [Diagnostic], String) {
        let folder = try TemporaryDirectory(
            files.merging(["config.yaml": "version: 1\nstore:\n\(store)\n"]) { first, _ in first })
        let loaded = folder.load(environment: ["DATABASE_URL": Self.url, "WEB": "https://example.com/hunter2"])
        return (
            loaded.configuration?.store, loaded.diagnostics,
            DiagnosticReport(loaded.diagnostics, sources: loaded.sources).human()
        )
    }

    @Test func `a server is read with the origin of its URL`() throws {
        let (store, diagnostics, _) = try load("  url: ${env:DATABASE_URL}\n  schema: bot_7")
        #expect(diagnostics == [])
        #expect(store?.server == ServerSettings(url: Secret(Self.url), source: "env:DATABASE_URL", schema: "bot_7"))
        let (other, _, _) = try load("  url: ${file:db.url}", files: ["db.url": "postgres://bot@db/chat\n"])
        #expect(other?.server?.url.reveal() == "postgres://bot@db/chat" && other?.server?.schema == "mezon_bot")
        #expect(other?.server?.source.hasSuffix("/db.url") == true)
    }

    @Test(arguments: [
        ("  url: postgresql://bot:hunter2@db/chat", ["3:8 secret-in-file"]), ("  url: ${env:GONE}", ["3:8 unset-variable"]),
        ("  url: ${env:WEB}", ["3:8 bad-url"]), ("  schema: bot", ["3:11 missing-key"]),
        ("  url: ${env:DATABASE_URL}\n  schema: Bot", ["4:11 bad-name"]),
        ("  url: ${env:DATABASE_URL}\n  schema: 7", ["4:11 bad-name"]),
        ("  url: ${env:DATABASE_URL}\n  schema: pg_bot", ["4:11 bad-name"]),
        ("  url: ${env:DATABASE_URL}\n  schema: public", ["4:11 bad-name"]),
        ("  url: ${env:DATABASE_URL}\n  backup: { every: 24h }", ["4:11 contradiction"]),
    ])
    func `a server that cannot be used is an error at its place that does not reveal the URL`(store: String, found: [String])
        throws
    {
        let (_, diagnostics, report) = try load(store)
        #expect(diagnostics.map { "\($0.position.line):\($0.position.column) \($0.code)" } == found)
        #expect(diagnostics.allSatisfy { $0.severity == .error } && !report.contains("hunter2"), "\(report)")
    }

    @Test func `the URL is found again at its origin`() throws {
        let folder = try TemporaryDirectory(["db.url": "postgres://db\n", "empty": ""])
        let environment = ["DATABASE_URL": Self.url]
        func found(_ source: String) throws -> String {
            try ServerSettings(source: source, schema: "s", environment: environment).url.reveal()
        }
        #expect(try found("env:DATABASE_URL") == Self.url)
        #expect(try found("file:\(folder.url.path)/db.url") == "postgres://db")
        for source in ["env:GONE", "file:\(folder.url.path)/none", "file:\(folder.url.path)/empty"] {
            #expect(throws: SecretSourceError.self) { try found(source) }
        }
    }

    @Test func `a command names the URL by its origin, with the path of a file made absolute`() throws {
        let folder = try TemporaryDirectory(["db.url": "postgres://db\n"])
        let environment = ["DATABASE_URL": Self.url]
        let server = try ServerSettings(origin: "env:DATABASE_URL", schema: "bot_7", environment: environment)
        #expect(server == ServerSettings(url: Secret(Self.url), source: "env:DATABASE_URL", schema: "bot_7"))
        let file = try ServerSettings(origin: "file:\(folder.url.path)/./db.url", schema: "s", environment: [:])
        #expect(file.source == "file:\(folder.url.path)/db.url" && file.url.reveal() == "postgres://db")
    }

    @Test(arguments: [
        (url, "s", "--to"), ("DATABASE_URL", "s", "--to"), ("env:WEB", "s", "env:WEB"), ("env:GONE", "s", "env:GONE"),
        ("env:DATABASE_URL", "public", "--schema"), ("env:DATABASE_URL", "a\"b", "--schema"),
    ])
    func `an origin or a schema that cannot be used is refused without the URL`(origin: String, schema: String, source: String) {
        let environment = ["DATABASE_URL": Self.url, "WEB": "https://example.com/hunter2"]
        #expect {
            try ServerSettings(origin: origin, schema: schema, environment: environment)
        } throws: { error in
            (error as? SecretSourceError)?.source == source && !"\(error)".contains("hunter2")
        }
    }

    @Test func `a stored rule revision is read without the URL`() {
        let text = "version: 1\nstore: { url: \"${env:GONE}\", schema: s }\n"
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
        #expect(loaded.diagnostics == [] && loaded.configuration != nil)
    }
}
