import Testing

@testable import BotConfig

@Suite struct IncludePatternTests {
    private static let names: [(String, String, Bool)] = [
        ("a.yaml", "*.yaml", true), ("a.yml", "*.yaml", false), ("ab", "a?", true), ("a", "a?", false), ("abcabc", "a*c", true),
        ("", "*", true), ("aXbXc", "a*b*c", true),
        (String(repeating: "a", count: 200), String(repeating: "a*", count: 50) + "b", false),
    ]

    @Test(arguments: names)
    func `a star stands for any characters and a question mark for one`(name: String, pattern: String, matches: Bool) {
        #expect(IncludePattern.matches(name, pattern) == matches)
    }

    @Test func `files come sorted, from folders too, and hidden ones only when named`() throws {
        let folder = try TemporaryDirectory(["r/b/2.yaml": "", "r/a/1.yaml": "", "r/a/.x.yaml": "", "r/3.yaml": ""])
        #expect(try IncludePattern("r/*/*.yaml").matches(in: folder.url, limit: 10) == ["r/a/1.yaml", "r/b/2.yaml"])
        #expect(try IncludePattern("./r/a/.x.yaml").matches(in: folder.url, limit: 10) == ["r/a/.x.yaml"])
    }

    @Test(arguments: [
        ("/etc/passwd", IncludePattern.SyntaxError.absolute), ("~/x", .absolute), ("a/../../x", .leadsOut), ("", .empty),
    ])
    func `a pattern stays in its folder`(text: String, problem: IncludePattern.SyntaxError) {
        #expect(throws: problem) { try IncludePattern(text) }
    }
}
