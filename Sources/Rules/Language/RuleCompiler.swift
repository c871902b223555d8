package import BotConfig
import TextMatching

/// Compiles the rules of a configuration.
package struct RuleCompiler {
    private let configuration: Configuration

    package init(_ configuration: Configuration) { self.configuration = configuration }

    /// Compiles every rule. Where a diagnostic is an error, the set lacks the rule it is about and should not be used.
    package func compile() -> (RuleSet, [Diagnostic]) {
        let compilation = Compilation(names: configuration.names)
        var places: [String: Place] = [:]
        var rules: [Rule] = []
        for declaration in configuration.rules {
            guard let rule = RuleReader(declaration, defaults: configuration.defaults, compilation).read() else { continue }
            if let first = places[rule.id] {
                compilation.findings.error(
                    "duplicate-rule", "the rule '\(rule.id)' is already at \(first)", at: declaration.node.place(at: ["id"]))
                continue
            }
            places[rule.id] = rule.place
            rules.append(rule)
        }
        return (RuleSet(rules, scanner: compilation.scanner.build()), compilation.findings.diagnostics)
    }
}
