package import BotConfiguration
import ChatModel
import PatternMatching

/// Compiles the rules of a configuration.
package struct RuleCompiler {
    private let configuration: Configuration
    private let version: String

    /// - Parameter version: The id of this revision in traces.
    package init(_ configuration: Configuration, version: String = "") {
        self.configuration = configuration
        self.version = version
    }

    /// Compiles every rule. A rule with an error is left out of the set, and a set with errors must not be used.
    package func compile() -> (RuleSet, [Diagnostic]) { compile(DiagnosticCollector()) }

    /// Returns warnings about names that are used on one side only, about the order of actions, and about rules that cannot do what
    /// they are for. Valid only for a complete configuration without errors, because an error may hide the other side.
    ///
    /// - Parameter set: The rules of this configuration.
    package func usageWarnings(of set: RuleSet) -> [Diagnostic] {
        let diagnostics = DiagnosticCollector()
        for rule in configuration.rules where rule.node.child("mode")?.scalarText != RuleMode.disabled.rawValue {
            ActionOrderReview(diagnostics).review(rule.node)
            ExpectedActionReview(diagnostics).review(rule.node)
        }
        CounterpartReview(configuration, diagnostics).run()
        WordListReview(diagnostics: diagnostics).review(configuration)
        for finding in proofs(of: set) { diagnostics.add(finding.diagnostic) }
        return diagnostics.diagnostics
    }

    /// Returns what is certain of the rules and surely not meant.
    func proofs(of set: RuleSet) -> [ProofFinding] { ProofReview(set, configuration).findings() }

    /// Compiles the blank rules of a blank configuration, so that the schema recorder sees every key.
    package func recordSchema(_ diagnostics: DiagnosticCollector) { _ = compile(diagnostics) }

    private func compile(_ diagnostics: DiagnosticCollector) -> (RuleSet, [Diagnostic]) {
        var compilation = CompilationContext(configuration, diagnostics, .standard)
        let defaults = RuleDefaults(configuration, compilation)
        compilation.exemption = defaults.exemption
        var positions: [String: SourcePosition] = [:]
        var rules: [CompiledRule] = []
        for declaration in configuration.rules {
            guard !diagnostics.isFull else {
                diagnostics.error(
                    "too-many-mistakes", "the remaining rules were not read because of too many earlier errors",
                    at: declaration.node.position)
                return (set(of: [], compilation), diagnostics.diagnostics)
            }
            guard let rule = RuleReader(declaration, defaults: defaults, compilation).read() else { continue }
            if let first = positions[rule.id] {
                compilation.diagnostics.error(
                    "duplicate-rule", "duplicate rule '\(rule.id)' (first: \(first))", at: declaration.node.position(at: ["id"]),
                    suggestion: "choose another id, such as \(rule.id)-2")
                continue
            }
            positions[rule.id] = rule.position
            rules.append(rule)
        }
        Ladder.checkUnused(compilation)
        compilation.checkCounters()
        let set = set(of: rules, compilation)
        let privateChannels = configuration.privateChannels.union(
            configuration.perClan(\.moderation.channel).all.compactMap(\.self))
        RuleReview(
            set.rules, configuration.rules, names: compilation.names, privateChannels: privateChannels,
            prefixes: configuration.perClan(\.prefix).all, compilation.diagnostics
        ).run()
        return (set, compilation.diagnostics.diagnostics)
    }

    private func set(of rules: [CompiledRule], _ compilation: CompilationContext) -> RuleSet {
        let requirements = compilation.requirements
        return RuleSet(
            rules, reader: requirements.reader(), windows: requirements.windows, countsMessages: requirements.countsMessages,
            restrictsChannels: requirements.restrictsChannels, version: version,
            policies: configuration.perClan { RulePolicy($0, compilation) }, configuration: configuration)
    }
}
