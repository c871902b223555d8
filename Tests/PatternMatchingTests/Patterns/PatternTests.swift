import Testing
import TextFolding

@testable import PatternMatching

@Suite struct PatternTests {
    private func find(_ pattern: Pattern, in text: String) -> String? {
        var builder = TextScanner.Builder()
        let probe = builder.add(pattern)
        return builder.build().scan(text)[probe]?.text
    }

    private static let found: [(String, FoldSet, String, String?)] = [
        (#"\bđẹp\b"#, .plain, "quá ĐẸP!", "ĐẸP"),
        (#"\bm\b"#, .plain, "mẹ", nil),
        (#"\bm\b"#, [], "mẹ", nil),
        (#"\bđẹp\b"#, [], "quá đẹp!", "đẹp"),
        (#"\bđẹp\b"#, [], "quá Đẹp!", nil),
        (#"^\w+$"#, [], "quá", "quá"),
        (#"^[\w-]+$"#, [], "quá-đẹp", "quá-đẹp"),
        (#"\W"#, [], "quá đẹp", " "),
        (#"[àáạ]x"#, [], "a\u{323}x", "a\u{323}x"),
        (#"(free|miễn phí)\s+quà"#, .plain, "MIEN  PHI   qua", nil),
        (#"(free|miễn phí)\s+quà"#, .plain, "MIEN PHI   qua", "MIEN PHI   qua"),
        (#"(?<what>a)b"#, [], "ab", "ab"),
        (#"a{2,3}?"#, [], "aaa", "aa"),
        (#"a\++"#, [], "a++", "a++"),
        (#"x{y}+"#, [], "x{y}}", "x{y}}"),
        (#"[[:alpha:]\]]+"#, [], "1a]", "a]"),
        (#"\p{Greek}"#, [], "aλ", "λ"),
    ]

    @Test(arguments: found)
    func `a pattern finds its match`(pattern: String, folds: FoldSet, text: String, found: String?) throws {
        #expect(find(try Pattern(pattern, folds: folds), in: text) == found)
    }

    private static let refused: [(String, PatternError.Code, Int, Int)] = [
        ("(?=.*free).*nitro", .unsupported, 0, 3),
        ("a(?!b)", .unsupported, 1, 3), ("a(?<=b)", .unsupported, 1, 4), ("(?<!b)", .unsupported, 0, 4),
        ("(?>a)", .unsupported, 0, 3), (#"(a)\1"#, .unsupported, 3, 2), ("(?P<x>a)(?P=x)", .unsupported, 8, 4),
        ("ab*+", .unsupported, 3, 1), ("a{2}+", .unsupported, 4, 1), (#"[\W]"#, .unsupported, 1, 2),
        ("[ab", .invalid, 0, 1), ("(a", .invalid, 0, 2), (#"a\"#, .invalid, 1, 1), ("*", .invalid, 0, 1),
        ("a|*b", .invalid, 2, 1), ("(+)", .invalid, 1, 1), ("ab{3,2}", .invalid, 2, 5), ("a{1001}", .invalid, 1, 6),
        ("a**", .invalid, 2, 1), ("x[z-a]", .invalid, 2, 3), (#"xx\y"#, .invalid, 2, 2), ("(?:*)", .invalid, 3, 1),
    ]

    @Test(arguments: refused)
    func `a pattern that cannot run in linear time is rejected with its position`(
        pattern: String, code: PatternError.Code, offset: Int, length: Int
    ) {
        let problem = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(problem?.code == code)
        #expect(problem?.offset == offset)
        #expect(problem?.length == length)
    }

    @Test(arguments: [#"a\bb"#, #"\bfoo|bar\b"#, #"x\B"#])
    func `a word boundary without the marks fold is rejected`(pattern: String) throws {
        #expect(throws: PatternError.self) { try Pattern(pattern, folds: []) }
        _ = try Pattern(pattern, folds: .plain)
    }

    @Test func `a look-ahead is rejected with an alternative`() {
        let problem = #expect(throws: PatternError.self) { try Pattern("(?=.*free).*nitro") }
        #expect(problem?.suggestion == "write: all: [ { text: { contains: free } }, { text: { contains: nitro } } ]")
    }

    @Test(arguments: ["^(a+)+$", "(x+x+)+y", "(.*)(.*)(.*)(.*)(.*)[yz]", "(?:a?){40}a{40}b"])
    func `a backtracking-heavy pattern runs in linear time`(pattern: String) throws {
        let start = ContinuousClock.now
        #expect(find(try Pattern(pattern), in: String(repeating: "a", count: 100_000) + "!") == nil)
        // Quadratic time would be minutes.
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: [FoldSet.plain, []])
    func `a pattern set yields the same matches as each pattern alone`(folds: FoldSet) throws {
        let sources = [
            "a+", "b{2}", "^c", "d$", "[e-g]+", "xyz", "(free|miễn phí)\\s+nitro", "nit", "Kiss|skill", "(?i)ĐẸP", "\\d{3}",
        ]
        let patterns = try sources.map { try Pattern($0, folds: folds) }
        let folding = Folding(folds)
        for text in ["aab", "bbd", "caxyz", "fed", "", "free nitro", "MIỄN PHÍ NITRO, kiss", "ſKILL 123", "đẹp", "XYZ"] {
            let bytes = folding(text)
            let alone = patterns.compactMap { $0.find(in: bytes) }
            #expect(PatternSet(patterns).matches(in: text, folded: bytes).map(\.bytes) == alone, "\(text)")
        }
    }

    @Test func `a pattern with a required text is skipped when that text is missing`() throws {
        let patterns = try ["(free|miễn phí) nitro", "robux", "\\d+", "a|robux"].map { try Pattern($0) }
        let prefilter = try #require(PatternPrefilter(patterns))
        #expect(prefilter.unfiltered == [2, 3])
        #expect(prefilter.candidates(in: Array("free robu nitr".utf8)) == [])
        #expect(prefilter.candidates(in: Array("nitro is mien phi nitro".utf8)) == [0])
        #expect(prefilter.candidates(in: Array("robux".utf8)) == [1])
    }
}
