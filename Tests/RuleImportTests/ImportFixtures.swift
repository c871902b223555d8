import BotConfiguration
import Foundation
import RuleImport
import Testing

@testable import RuleEngine

/// A sample of another system beside the tests.
struct ForeignSample: CustomTestStringConvertible {
    let system: ForeignSystem
    let file: String

    static let all = [
        ForeignSample(system: .automoderator, file: "automoderator.yaml"),
        ForeignSample(system: .zeppelin, file: "zeppelin.yaml"),
        ForeignSample(system: .discord, file: "discord.json"),
    ]

    var testDescription: String { file }

    func text() throws -> String { try Self.text(of: file) }
    func expected() throws -> String { try Self.text(of: "\(system.rawValue).expected.yaml") }

    private static func text(of file: String) throws -> String {
        let folder = try #require(Bundle.module.url(forResource: "Samples", withExtension: nil))
        return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
}

/// Imports a text that has to be readable.
func imported(
    _ text: String, from system: ForeignSystem, sourceLocation: SourceLocation = #_sourceLocation
) throws -> RuleImport {
    let (result, diagnostics) = RuleImport.read(text, file: "rules", from: system)
    #expect(diagnostics.map { "\($0.position): \($0.message)" } == [], sourceLocation: sourceLocation)
    return try #require(result, sourceLocation: sourceLocation)
}

/// Loads imported rules in a configuration that defines their names.
private func load(_ imported: RuleImport, tests: String) -> LoadedConfiguration {
    var lines = [
        "version: 1", "bot: { gateway: local }", "include: [rules.yaml]", "moderation: { channel: mods }", "names:",
    ]
    var id = 100
    for kind in RequiredNames.Kind.allCases {
        let names = (kind == .channels ? ["mods"] : []) + imported.names.names.filter { $0.kind == kind.rawValue }.map(\.name)
        guard !names.isEmpty else { continue }
        lines.append("  \(kind.rawValue):")
        for name in names {
            id += 1
            lines.append("    \(name): \"\(id)\"")
        }
    }
    if !imported.counters.isEmpty { lines += ["counters:"] + imported.counters.map { "  " + $0 } }
    let texts = ["config.yaml": lines.joined(separator: "\n"), "rules.yaml": imported.text + tests]
    return ConfigurationLoader(environment: [:]).load(texts: texts, root: "config.yaml")
}

/// Compiles imported rules.
///
/// - Parameter tests: Lines to add to the last rule: its inline tests.
func compiled(
    _ imported: RuleImport, tests: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws -> RuleSet {
    let loaded = load(imported, tests: tests)
    let (set, diagnostics) = RuleCompiler(try #require(loaded.configuration, sourceLocation: sourceLocation)).compile()
    let report = DiagnosticReport(loaded.diagnostics + diagnostics, sources: loaded.sources)
    #expect(!report.diagnostics.hasErrors, "\(report.human())", sourceLocation: sourceLocation)
    return set
}

/// Returns everything that `check` says of imported rules, as `line:column code`.
func findings(in imported: RuleImport, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let loaded = load(imported, tests: "")
    let configuration = try #require(loaded.configuration, sourceLocation: sourceLocation)
    let compiler = RuleCompiler(configuration)
    let (set, diagnostics) = compiler.compile()
    return (loaded.diagnostics + diagnostics + configuration.unused + compiler.usageWarnings(of: set)).map {
        "\($0.position) \($0.code): \($0.message)"
    }
}

/// Expects that the only imported rule matches some texts and not others.
func expect(
    _ text: String, from system: ForeignSystem, hits: [String], misses: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let rules = try imported(text, from: system, sourceLocation: sourceLocation)
    let set = try compiled(rules, sourceLocation: sourceLocation)
    let texts = (hits + misses).enumerated().map { LabelledText(line: $0, text: $1, isBad: $0 < hits.count) }
    let score = set.score(texts, rules: rules.rules.flatMap(\.ids), worst: 20)
    #expect(score.worstMisses.map(\.text) == [], "not matched", sourceLocation: sourceLocation)
    #expect(score.worstHits.map(\.text) == [], "matched", sourceLocation: sourceLocation)
}
