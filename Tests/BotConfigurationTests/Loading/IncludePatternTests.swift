import Testing

@testable import BotConfiguration

@Suite struct IncludePatternTests {
    private static let names: [(String, String, Bool)] = [
        ("a.yaml", "*.yaml", true), ("a.yml", "*.yaml", false), ("ab", "a?", true), ("a", "a?", false), ("abcabc", "a*c", true),
        ("", "*", true), ("aXbXc", "a*b*c", true),
        (String(repeating: "a", count: 200), String(repeating: "a*", count: 50) + "b", false),
    ]

    @Test(arguments: names)
    func `include patterns support star and question mark`(name: String, pattern: String, matches: Bool) {
        #expect(IncludePattern.matches(name, pattern) == matches)
    }

    @Test func `included files are sorted, and hidden ones must be named`() throws {
        let folder = try TemporaryDirectory(["r/b/2.yaml": "", "r/a/1.yaml": "", "r/a/.x.yaml": "", "r/3.yaml": ""])
        #expect(try IncludePattern("r/*/*.yaml").matches(in: folder.url, limit: 10) == ["r/a/1.yaml", "r/b/2.yaml"])
        #expect(try IncludePattern("./r/a/.x.yaml").matches(in: folder.url, limit: 10) == ["r/a/.x.yaml"])
    }

    @Test(arguments: [
        ("/etc/passwd", IncludePattern.SyntaxError.absolute), ("~/x", .absolute), ("a/../../x", .leadsOut), ("", .empty),
    ])
    func `an include pattern outside its folder is rejected`(text: String, problem: IncludePattern.SyntaxError) {
        #expect(throws: problem) { try IncludePattern(text) }
    }
}
