import BotConfiguration

/// Two sets of rules compiled anew for a common scanner.
struct RuleSetPair {
    let former: RuleSet
    let changed: RuleSet

    /// Compiles the rules of both sets; nil if the texts for which changed rules search may decide where those of others are found.
    ///
    /// - Parameter ids: The rules in which the sets differ. Their other settings are the same.
    init?(_ old: RuleSet, _ before: Configuration, _ new: RuleSet, _ after: Configuration, changed ids: Set<String>) {
        var context = CompilationContext(after, DiagnosticCollector(), .standard)
        let defaults = RuleDefaults(after, context)
        context.exemption = defaults.exemption
        let compilation = context
        var needles: [String: Set<ScannedNeedle>] = [:]
        func compiled(_ declaration: RuleDeclaration) -> CompiledRule? {
            compilation.requirements.entangledNeedles = []
            guard let rule = RuleReader(declaration, defaults: defaults, compilation).read() else { return nil }
            needles[rule.id] = compilation.requirements.entangledNeedles
            return rule
        }
        func allNeedles(_ rules: [CompiledRule]) -> Set<ScannedNeedle> {
            rules.reduce(into: []) { $0.formUnion(needles[$1.id] ?? []) }
        }
        let rewritten = after.rules.compactMap(compiled)
        let searched = allNeedles(rewritten)
        let kept = Dictionary(uniqueKeysWithValues: rewritten.filter { !ids.contains($0.id) }.map { ($0.id, $0) })
        let written = before.rules.compactMap { declaration in
            declaration.id.flatMap { kept[$0] } ?? compiled(declaration)
        }
        let reader = compilation.requirements.reader()
        guard rewritten.count == new.rules.count, written.count == old.rules.count, reader.selectors == new.reader.selectors,
            allNeedles(written) == searched
        else { return nil }
        former = old.replacing(written, reader)
        changed = new.replacing(rewritten, reader)
    }
}
