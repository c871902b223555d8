import BotConfiguration
import Foundation
import Testing

@testable import RuleEngine

@Suite struct ConditionReferenceTests {
    /// Returns each diagnostic as `line:column code message`.
    private func found(_ text: String) throws -> [String] {
        let url = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(text.utf8).write(to: url)
        let loaded = ConfigurationLoader(environment: [:]).load(url.path)
        let (_, diagnostics) = RuleCompiler(try #require(loaded.configuration)).compile()
        return (loaded.diagnostics + diagnostics).map {
            "\($0.position.line):\($0.position.column) \($0.code) \($0.message.replacing(url.lastPathComponent, with: "config.yaml"))"
        }
    }

    private func found(define: String, use: String) throws -> [String] {
        try found(
            "version: 1\ndefine:\n  \(define)\nrules:\n"
                + "  - { id: a, trigger: message, when: { use: \(use) }, then: { reply: x } }\n"
        )
    }

    static let mistakes: [(String, String, [String])] = [
        ("x: { level: raid }", "y", ["5:45 unknown-define 'y' is not a defined condition; expected one of x"]),
        (
            "x: { parameters: [age], condition: { author: { member_for: \"< {{ age }}\" } } }", "x",
            ["5:45 missing-parameter 'x' (config.yaml:3:3) needs its parameter 'age'"]
        ),
        (
            "x: { parameters: [age], condition: { author: { member_for: \"< {{ age }}\" } } }", "{ x: { age: 1d, agf: 2 } }",
            ["5:61 unknown-parameter 'x' (config.yaml:3:3) has no parameter 'agf'; it has age"]
        ),
        (
            "x: { parameters: [age], condition: { author: { member_for: \"< {{ age }}\" } } }", "{ x: { age: 24 } }",
            ["5:57 bad-comparison '< 24' is not a comparison of durations"]
        ),
        (
            "x: { parameters: [age], condition: { author: { member_for: \"< {{ aeg }}\" } } }", "{ x: { age: 24h } }",
            ["3:62 unknown-parameter 'aeg' is not a parameter of 'x' (config.yaml:3:3)"]
        ),
        (
            "x: { parameters: [age], condition: { author: { member_for: \"< {{ age }}\" } } }", "{ x: { age: [24h] } }",
            ["5:57 wrong-kind 'age' is used inside a text of 'x' (config.yaml:3:3) and must be a text, not a list"]
        ),
        ("x: { use: x }", "x", ["3:13 circular-define 'x' uses itself: x → x (config.yaml:3:3)"]),
        ("x: { text: { contian: a } }", "x", ["3:16 unknown-key"]),
    ]

    @Test(arguments: mistakes)
    func `an invalid use of a definition is reported at its position`(define: String, use: String, expected: [String]) throws {
        let found = try found(define: define, use: use)
        #expect(found.count == expected.count, "\(found)")
        for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected)) }
    }

    @Test func `circular definitions are reported`() throws {
        let found = try found(define: "x: [ { level: raid }, { use: z } ]\n  z: { not: { use: x } }", use: "x")
        #expect(
            found.map { $0.prefix(60) } == ["4:20 circular-define 'x' uses itself: x → z → x (config.yaml"].map { $0.prefix(60) })
    }

    @Test func `definitions that expand to too many conditions are rejected`() throws {
        let chain = (0..<15).map { "d\($0): [ { use: d\($0 + 1) }, { use: d\($0 + 1) } ]" } + ["d15: { level: raid }"]
        let found = try found(define: chain.joined(separator: "\n  "), use: "d0")
        #expect(found.contains { $0.contains("too-many-uses") })
    }
}
