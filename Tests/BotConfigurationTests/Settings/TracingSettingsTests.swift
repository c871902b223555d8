import ChatModel
import Testing

@testable import BotConfiguration

struct TracingSettingsTests {
    private func load(_ tracing: String) throws -> (TracingSettings?, [String]) {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\ntracing: \(tracing)\n"])
        let loaded = folder.load()
        return (loaded.configuration?.tracing, loaded.diagnostics.map { "\($0.position.line):\($0.position.column) \($0.code)" })
    }

    @Test func `without a section nothing is traced`() throws {
        #expect(try TemporaryDirectory(["config.yaml": "version: 1\n"]).load().configuration?.tracing == nil)
    }

    @Test(arguments: [
        ("{ endpoint: \"http://127.0.0.1:4318\" }", "http://127.0.0.1:4318", 0.01),
        ("{ endpoint: \"https://Traces.example.org/\", sample: 1 }", "https://traces.example.org", 1),
    ])
    func `a collector and a share of events are read`(text: String, endpoint: String, sample: Double) throws {
        let (settings, found) = try load(text)
        #expect(found == [])
        #expect(settings.map { "\($0.endpoint)" } == endpoint && settings?.sample == sample)
    }

    @Test(arguments: [
        ("{}", "missing-key"), ("{ endpoint: \"127.0.0.1:4318\" }", "bad-address"),
        ("{ endpoint: \"http://127.0.0.1:4318/v1/traces\" }", "bad-address"),
        ("{ endpoint: \"http://127.0.0.1:4318\", sample: 2 }", "wrong-number"),
        ("{ endpoint: \"http://127.0.0.1:1\", rate: 1 }", "unknown-key"),
    ])
    func `a mistake is reported with its place`(text: String, code: String) throws {
        let (_, found) = try load(text)
        #expect(
            found.count == 1 && found.first?.hasPrefix("2:") == true && found.first?.hasSuffix(" \(code)") == true, "\(found)")
    }
}
