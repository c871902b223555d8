import Testing

@testable import BotConfig
@testable import Rules

@Suite struct ComparisonTests {
    private static let readable: [(String, [Int])] = [
        ("> 2", [3, 4]), (">=2", [2, 3, 4]), ("< 2", [0, 1]), ("<= 2", [0, 1, 2]), ("1..3", [1, 2, 3]), ("2", [2]),
        (" 1 .. 1 ", [1]),
    ]

    @Test(arguments: readable)
    func `a comparison holds for some counts`(text: String, counts: [Int]) {
        let findings = Findings()
        let comparison = Comparison(node(text), findings)
        #expect((0...4).filter { comparison?.holds($0) ?? false } == counts)
        #expect(findings.diagnostics == [])
    }

    @Test(arguments: ["", ">", "> -1", "=> 2", "2..", "..2", "a", "> 99999999999999999999", "1.5"])
    func `anything else is a mistake`(text: String) {
        let findings = Findings()
        #expect(Comparison(node(text), findings) == nil)
        #expect(findings.diagnostics.map(\.code) == ["bad-comparison"])
    }

    @Test(arguments: ["< 0", "3..2"])
    func `what no count fulfils is a mistake`(text: String) {
        let findings = Findings()
        #expect(Comparison(node(text), findings) == nil)
        #expect(findings.diagnostics.map(\.code) == ["never-true"])
    }

    private func node(_ text: String) -> ConfigNode {
        ConfigNode(kind: .scalar(text, .quoted), place: Place(file: "a", line: 1, column: 1))
    }
}
