import BotConfiguration
import ChatModel

extension RuleTestExpectation {
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'expect'", diagnostics) else { return nil }
        let hit = map.require("hit", "Whether the rule acts.")?.truth(diagnostics)
        let names = compilation.registry.actionNames
        actions = map.take("actions", "The names of the actions, in any order.")?.list(orSingle: true, diagnostics)?
            .compactMap { $0.word(of: names, "an action", code: "unknown-action", diagnostics) }
        because = map.take("because", "The part that decides, for example `author.member_for`.")
            .flatMap { Self.part($0, compilation) }
        for entry in map.take("counters", "The counters' values afterwards.")?.named("'counters'", diagnostics) ?? [] {
            counters[entry.key] = entry.value.wholeNumber(in: 0...1_000_000_000, diagnostics)
        }
        map.finish()
        guard let hit else { return nil }
        self.hit = hit
    }

    /// The parts other than conditions that may decide.
    private static let others = ["in", "late", "except", "limits", "cooldown", "otherwise"]

    /// Reads a part that can decide in this rule. A test that expects another part could never pass.
    private static func part(_ node: ConfigNode, _ compilation: CompilationContext) -> String? {
        guard let part = node.text(compilation.diagnostics), let known = compilation.parts else { return nil }
        guard known.contains(part) || others.contains(part) else {
            let nearest = Spelling.nearest(to: part, among: known + others).map { "did you mean '\($0)'?" }
            compilation.diagnostics.error(
                "unknown-part", "no part of this rule is named '\(part)'", at: node.position,
                suggestion: nearest ?? "write \(known.prefix(5).joined(separator: " or "))")
            return nil
        }
        return part
    }
}
