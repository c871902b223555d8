import BotConfiguration
import Testing

struct UnifiedDiffTests {
    private let old = (1...20).map { "line \($0)" }.joined(separator: "\n") + "\n"

    private func diff(_ changes: [Int], context: Int = 3) -> [String] {
        var lines = old.split(separator: "\n").map(String.init)
        for line in changes { lines[line - 1] = "new \(line)" }
        return UnifiedDiff(of: "rules/a.yaml", from: old, to: lines.joined(separator: "\n") + "\n", context: context).lines
    }

    @Test func `a changed line has three lines of context`() {
        #expect(
            diff([10]) == [
                "--- a/rules/a.yaml", "+++ b/rules/a.yaml", "@@ -7,7 +7,7 @@", " line 7", " line 8", " line 9", "-line 10",
                "+new 10", " line 11", " line 12", " line 13",
            ])
    }

    @Test func `changes beside each other share a hunk, and distant ones do not`() {
        #expect(diff([1, 2, 20]).filter { $0.hasPrefix("@@") } == ["@@ -1,5 +1,5 @@", "@@ -17,4 +17,4 @@"])
        #expect(diff([1, 2]).dropFirst(3).prefix(4) == ["-line 1", "-line 2", "+new 1", "+new 2"])
    }

    @Test func `a file without context shows only what changes`() {
        #expect(diff([10], context: 0).dropFirst(2) == ["@@ -10,1 +10,1 @@", "-line 10", "+new 10"])
        #expect(diff([]).isEmpty)
    }
}
