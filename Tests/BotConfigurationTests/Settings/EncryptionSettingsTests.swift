import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

struct EncryptionSettingsTests {
    private static let key = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
    private static let other = String(repeating: "0f", count: 32)

    private func load(_ seal: String, environment: [String: String] = [:], files: [String: String] = [:]) throws
        -> (StoreSettings?, [Diagnostic], String)
    {
        let text = "version: 1\nstore:\n  encryption:\n    \(seal)\n"
        let folder = try TemporaryDirectory(files.merging(["config.yaml": text]) { first, _ in first })
        let loaded = folder.load(environment: environment)
        let report = DiagnosticReport(loaded.diagnostics, sources: loaded.sources).human()
        return (loaded.configuration?.store, loaded.diagnostics, report)
    }

    @Test func `encryption keys are read from files and variables with their source`() throws {
        let (store, diagnostics, _) = try load(
            "key: ${file:keys/a}\n    previous_keys: [\"${env:OLD}\"]", environment: ["OLD": Self.other],
            files: ["keys/a": Self.key + "\n"])
        #expect(diagnostics == [])
        let seal = try #require(store?.encryption)
        #expect(seal.key.reveal() == Data(1...32))
        #expect(seal.key.source.hasPrefix("file:/") && seal.key.source.hasSuffix("/keys/a"))
        #expect(seal.previous == [try EncryptionKey(Secret(Self.other), source: "env:OLD")])
    }

    @Test(arguments: [
        ("key: ${env:KEY}", "unset-variable", 10), ("key: ${file:none}", "bad-secret-file", 10),
        ("key: ${file:short}", "bad-encryption-key", 10), ("key: hunter2hunter2", "secret-in-file", 10),
        ("previous_keys: [\"${env:SET}\"]", "missing-key", 5), ("key: ${env:SET}\n    old: x", "unknown-key", 5),
        ("key: ${env:SET}\n    previous_keys: [hunter2hunter2]", "secret-in-file", 21),
        ("key: ${env:SET}\n    previous_keys: [\"${env:KEY}\"]", "unset-variable", 21),
    ])
    func `an unavailable encryption key is an error that does not reveal the key`(text: String, code: String, column: Int) throws
    {
        let (_, diagnostics, report) = try load(text, environment: ["SET": Self.key], files: ["short": "hunter2hunter2"])
        #expect(diagnostics.map(\.code) == [code])
        #expect(diagnostics.map(\.position.column) == [column])
        #expect(diagnostics.map(\.severity) == [.error])
        for secret in ["hunter2", Self.key] { #expect(!report.contains(secret), "\(report)") }
    }

    @Test func `without an encryption section nothing is encrypted`() throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nstore: { path: x }\n"])
        let loaded = folder.load()
        #expect(loaded.diagnostics == [] && loaded.configuration?.store.encryption == nil)
    }

    @Test func `a stored rule revision is read without the encryption key`() {
        let text = "version: 1\nstore: { encryption: { key: \"${env:GONE}\" } }\n"
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
        #expect(loaded.diagnostics == [] && loaded.configuration != nil)
    }

    @Test func `an encryption key is found by its source or by line in a key file`() throws {
        let folder = try TemporaryDirectory(["a": "\(Self.key)\n\n \(Self.other) \n", "short": "hunter2hunter2", "empty": "\n"])
        let source = RecordedSecretSource(environment: ["KEY": Self.key])
        let path = folder.url.path
        #expect(try source.key(at: "env:KEY").reveal() == Data(1...32))
        #expect(try source.key(at: "file:\(path)/a").reveal() == Data(1...32))
        #expect(try source.keys(inFile: "\(path)/a").map { $0.reveal().first } == [1, 15])
        for wrong in ["env:GONE", "file:\(path)/short", "file:\(path)/empty", "file:\(path)/none"] {
            do {
                _ = try source.key(at: wrong)
                Issue.record("\(wrong) was read")
            } catch {
                #expect("\(error)".hasPrefix(wrong) && !"\(error)".contains("hunter2"), "\(error)")
            }
        }
    }
}
