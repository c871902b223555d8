import BotConfiguration

extension RuleTest {
    static func read(_ node: ConfigNode, _ compilation: CompilationContext) -> [RuleTest] {
        let diagnostics = compilation.diagnostics
        return (node.list(diagnostics) ?? []).compactMap { item in
            guard var map = MapReader(item, "a test", diagnostics) else { return nil }
            let name = map.require("name", "The name of the test.")?.text(diagnostics)
            let given =
                map.take("given", "The event, as differences from a plain message.").map { RuleTestInput($0, compilation) }
                ?? RuleTestInput()
            let expected = map.require("expect", "The expected result.").flatMap { RuleTestExpectation($0, compilation) }
            map.finish()
            guard let name, let expected else { return nil }
            return RuleTest(name: name, given: given, expected: expected, position: item.position)
        }
    }
}
