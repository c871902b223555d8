import BotConfiguration
import Testing

@testable import RuleEngine

/// Rules that were compiled and reviewed in a configuration with a few names.
struct ReviewedRules {
    static let preamble = """
        version: 1
        names:
          clans: { lab: "1" }
          categories: { projects: "31" }
          channels: { general: "11", support: "12", mod-log: "14" }
          roles: { staff: "21", dev: "22", muted: "23" }
          users: { an: "7", mai: "8" }
        moderation: { channel: mod-log, roles: [staff] }
        lists:
          rude: { words: [damn, hell, "bad word"] }
        ladders:
          standard: { counter: strikes, steps: [ { at: 3, then: [warn] } ] }
        define:
          outsider: { author: { lacks_role: [staff, dev] } }
        rules:

        """

    let set: RuleSet
    let findings: [ProofFinding]
    /// All warnings of a load, with lines counted in the rules.
    let diagnostics: [Diagnostic]

    init(_ rules: String, preamble: String = preamble) throws {
        try self.init(file: preamble + rules, precedingLines: preamble.count { $0 == "\n" })
    }

    init(file: String, others: [String: String] = [:], precedingLines: Int = 0) throws {
        let loaded = ConfigurationLoader(environment: [:]).load(
            texts: others.merging(["config.yaml": file]) { $1 }, root: "config.yaml")
        let configuration = try #require(loaded.configuration, "\(loaded.diagnostics)")
        let compiler = RuleCompiler(configuration)
        let (set, compiled) = compiler.compile()
        try #require(!compiled.hasErrors, "\(compiled)")
        self.set = set
        findings = compiler.proofs(of: set)
        diagnostics = (compiled + compiler.usageWarnings(of: set)).map { diagnostic in
            var diagnostic = diagnostic
            if diagnostic.position.file == "config.yaml" { diagnostic.position.line -= precedingLines }
            return diagnostic
        }
    }

    /// The codes of the warnings that speak of proofs.
    static let codes: Set<String> = [
        "never-true", "never-acts", "always-true", "covered-alternative", "shadowed", "same-effect", "opposite-effects",
        "endless-cycle", "contradictory-exception", "bots-are-exempt", "event-without-channel", "contradictory-channels",
        "counter-never-counted", "level-never-set", "variable-never-set", "signal-never-sent", "signal-never-heard",
        "never-matches",
    ]

    var proven: [Diagnostic] { diagnostics.filter { Self.codes.contains($0.code) } }
}
