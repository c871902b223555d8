import ChatModel
import Testing

@testable import BotConfiguration

struct ConsoleSettingsTests {
    private func load(_ console: String) throws -> (ConsoleSettings?, [Diagnostic]) {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nconsole: \(console)\n"])
        let loaded = folder.load()
        return (loaded.configuration?.console, loaded.diagnostics)
    }

    @Test func `without a section there is no console`() throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\n"])
        #expect(folder.load().configuration?.console == nil)
    }

    @Test func `an empty section listens on loopback`() throws {
        let (settings, diagnostics) = try load("{}")
        #expect(diagnostics == [] && settings == ConsoleSettings())
        #expect(settings?.listen == ListenAddress(host: "127.0.0.1", port: 7350))
    }

    @Test(arguments: [
        ("https://bots.example.org", "https://bots.example.org", ""),
        ("https://bots.example.org/", "https://bots.example.org", ""),
        ("https://Bots.example.org:8443/a/b/", "https://bots.example.org:8443", "/a/b"),
        ("http://[::1]:80/x", "http://[::1]", "/x"),
    ])
    func `a published address has an origin and a path`(url: String, origin: String, path: String) throws {
        let (settings, diagnostics) = try load("{ url: \"\(url)\" }")
        #expect(diagnostics == [])
        #expect(settings?.published.map { "\($0.origin)" } == origin && settings?.published?.path == path)
    }

    @Test(arguments: [
        "bots.example.org", "ftp://a", "https://a/../b", "https://a/%2e", "https://a?x", "https:///x", "https://a/b c",
    ])
    func `a malformed published address is an error`(url: String) throws {
        let (_, diagnostics) = try load("{ url: \"\(url)\" }")
        #expect(diagnostics.map(\.code) == ["bad-address"] && diagnostics.first?.position.line == 2)
    }

    @Test(arguments: ["0.0.0.0:7350", "192.168.1.2:80", "\\\"[::]:7350\\\""])
    func `an address that others reach has to be allowed`(address: String) throws {
        let text = address.replacing("\\\"", with: "")
        let (settings, diagnostics) = try load("{ listen: \"\(text)\" }")
        #expect(settings == nil || diagnostics.hasErrors)
        let error = try #require(diagnostics.first)
        #expect(error.code == "open-console" && error.position.line == 2 && error.position.column == 20)
        #expect(error.suggestion?.contains("allow_network: true") == true)
        #expect(try load("{ listen: \"\(text)\", allow_network: true, url: \"http://192.0.2.1:7350\" }").1 == [])
    }

    @Test(arguments: [("0.0.0.0:7350", true), ("[::]:7350", true), ("192.168.1.2:80", false), ("[::1]:80", false)])
    func `an address that stands for all others needs a published one`(address: String, isError: Bool) throws {
        let (_, diagnostics) = try load("{ listen: \"\(address)\", allow_network: true }")
        #expect(diagnostics.map(\.code) == (isError ? ["unnamed-console"] : []))
        #expect(diagnostics.allSatisfy { $0.position.line == 2 && $0.position.column == 20 && $0.suggestion != nil })
    }

    @Test(arguments: [("{ listen: 7350 }", "bad-address"), ("{ lisen: \"127.0.0.1:1\" }", "unknown-key"), ("7350", "wrong-kind")])
    func `a mistake is reported with its place`(console: String, code: String) throws {
        let (_, diagnostics) = try load(console)
        #expect(diagnostics.map(\.code) == [code] && diagnostics.first?.position.line == 2)
    }

    @Test(
        arguments: [
            ("${env:METRICS}", "0123456789abcdef", nil), ("${env:METRICS}", "short", "weak-token"),
            ("${env:METRICS}", "with a space in between", "weak-token"), ("${env:OTHER}", "0123456789abcdef", "unset-variable"),
            ("0123456789abcdef", "", "secret-in-file"),
        ] as [(String, String, String?)])
    func `the token of the metrics comes from outside and cannot be guessed`(given: String, value: String, code: String?) throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nconsole: { metrics_token: \"\(given)\" }\n"])
        let loaded = folder.load(environment: ["METRICS": value])
        #expect(loaded.diagnostics.map(\.code) == [code].compactMap(\.self))
        if code == nil { #expect(loaded.configuration?.console?.metricsToken?.reveal() == value) }
        for diagnostic in loaded.diagnostics { #expect(diagnostic.position.line == 2 && diagnostic.position.column == 27) }
    }
}
