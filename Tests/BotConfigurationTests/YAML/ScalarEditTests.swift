import BotConfiguration
import Testing

struct ScalarEditTests {
    private static let text = "rules:\n  - count: \"> 6\"  # six đủ\n    within: '< 8s'\n    plain: <= 3\n"

    @Test(arguments: [
        (2, 12, "> 6", "> 14", "  - count: \"> 14\"  # six đủ"), (3, 13, "< 8s", "< 10s", "    within: '< 10s'"),
        (4, 12, "<= 3", "<= 2", "    plain: <= 2"),
    ])
    func `a text is replaced at its place, and the rest stays`(
        line: Int, column: Int, old: String, new: String, expected: String
    ) throws {
        let edit = ScalarEdit(at: SourcePosition(file: "a", line: line, column: column), from: old, to: new)
        let changed = try #require(edit.applied(to: Self.text))
        var lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines[line - 1] = expected
        #expect(changed == lines.joined(separator: "\n"))
    }

    @Test(arguments: [(2, 12, "> 7"), (2, 13, "\"> 6"), (2, 90, "> 6"), (9, 1, "> 6"), (0, 1, "> 6"), (4, 15, "3\nx")])
    func `nothing is replaced where another text is written`(line: Int, column: Int, old: String) {
        let edit = ScalarEdit(at: SourcePosition(file: "a", line: line, column: column), from: old, to: "x")
        #expect(edit.applied(to: Self.text) == nil)
    }
}
