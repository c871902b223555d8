import Testing
import TextFolding

@testable import PatternMatching

@Suite struct PatternObstacleTests {
    static let impossible: [(String, Pattern.Obstacle)] = [
        ("a^b", .startOfText), ("(a|b)+^", .startOfText), ("x\\n^y", .startOfText), ("$5", .endOfText), ("a$b|c$d", .endOfText),
        ("free\\bnitro", .wordBoundary), ("\\B\\b", .wordBoundary), (" \\b ", .wordBoundary), ("[^\\s\\S]", .characters),
        ("\\x{200B}+", .characters), ("\\x{1EA1}", .characters), ("a[^\\x00-\\x{10FFFF}]", .characters),
    ]

    @Test(arguments: impossible)
    func `a pattern that matches no text is recognized by its obstacle`(pattern: String, obstacle: Pattern.Obstacle) throws {
        #expect(try Pattern(pattern).obstacle == obstacle)
    }

    static let possible = [
        "^a", "a$", "\\bfree\\b", "(?m)a\\n^b", "(?m)a$\\nb", "(^|x)a", "a(b|$)", "a\\b!", "!\\ba", "(a$)?b", "a|b^c", "x*^",
        "\\$5",
        "[$^]", "a{0}^b", "\\p{Lu}$", "[[:alpha:]]$", "^$|^ $", "a\\B", "(?i)K\\b", "^(a|b){2,3}$", "[^\\d]$", "\\x41$",
        "(?s)^.*$x?",
        "(?:a^)*b",
    ]

    @Test(arguments: possible)
    func `a pattern that may match has no obstacle`(pattern: String) throws {
        #expect(try Pattern(pattern).obstacle == nil)
    }

    @Test func `nested repetitions are judged at once`() throws {
        let pattern = "^" + String(repeating: "(", count: 40) + "a" + String(repeating: "*)", count: 40) + "b^c"
        #expect(try Pattern(pattern).obstacle == .startOfText)
    }

    @Test func `an invisible character is found where it is not folded`() throws {
        #expect(try Pattern("\\x{200B}", folds: FoldSet([.case])).obstacle == nil)
    }

    @Test(arguments: ["free\\s+nitro", "[0-9]{3}", "(one|two) of", "^hi$", "\\bfoo\\b", "a.c", "x{2,4}"])
    func `the example of a pattern matches it`(pattern: String) throws {
        let pattern = try Pattern(pattern)
        let example = try #require(pattern.example)
        #expect(pattern.find(in: Array(example.utf8)) != nil)
    }
}
