import BotConfiguration
import Testing

@testable import RuleEngine

struct WordListReviewTests {
    /// Returns the warnings about the entries of a list.
    private func found(_ list: String, rule: String = "text: { in_list: words }") throws -> [Diagnostic] {
        let file = """
            version: 1
            names: { channels: { general: "11", support: "12" } }
            lists: { words: \(list) }
            rules:
              - { id: a, trigger: message, in: { channels: general }, when: { \(rule) }, then: { reply: x } }
            """
        return try ReviewedRules(file: file).diagnostics.filter { $0.code.hasSuffix("-entry") }
    }

    static let lists: [(String, String?)] = [
        ("{ words: [damn, hell] }", nil),
        (
            "{ words: [damn, hell, damn] }",
            "1 of the 3 entries of 'words' change nothing, because others find the same: 'damn' ('damn', 3:"
        ),
        ("{ words: [damn, Damn] }", "'Damn' ('damn', 3:"),
        ("{ words: [damn, Damn], fold: [] }", nil),
        ("{ words: [damn, damn it] }", "'damn it' ('damn', 3:"),
        ("{ words: [damn it, damn] }", "'damn it' ('damn', 3:"),
        ("{ words: [damn, damning] }", nil),
        ("{ words: [\"damn*\", damning, damnation] }", "2 of the 3 entries"),
        ("{ words: [damning, \"damn*\"] }", "'damning' ('damn*', 3:"),
        ("{ words: [\"*coin\", bitcoin, \"bitcoin*\"] }", "1 of the 3 entries"),
        ("{ words: [\"*coin*\", \"bitcoin*\", coin] }", "2 of the 3 entries"),
        ("{ words: [damn, \"damn*\"] }", "'damn' ('damn*', 3:"),
        // A word of several may have another tone, and marks that a writer leaves out are no other spelling.
        ("{ words: [chó, óc chó] }", nil),
        ("{ words: [óc chó, oc cho] }", nil),
        ("{ words: [chó, \"chó*\"] }", "'chó' ('chó*', 3:"),
        // Words without boundaries between them.
        ("{ words: [damn, damn it], fold: [case, spacing] }", nil),
        ("{ words: [public beach, bar], allow: [the public beach] }", nil),
        (
            "{ words: [public, bar], allow: [public] }",
            "1 of the 2 entries of 'words' are never found, because 'allow' contains them: 'public'"
        ),
        ("{ words: [\"public*\", bar], allow: [public] }", nil),
        ("{ words: [bar, bar none], allow: [bar] }", "'bar'"),
    ]

    @Test(arguments: lists)
    func `entries that change nothing are reported with what covers them`(list: String, message: String?) throws {
        let found = try found(list)
        #expect(found.count == (message == nil ? 0 : 1), "\(found)")
        if let message { #expect(found.first?.message.contains(message) == true, "\(found)") }
    }

    @Test func `nothing is said of a list that other folds may search`() throws {
        #expect(try found("{ words: [damn, Damn, damn it] }", rule: "text: { in_list: words, fold: [] }").isEmpty)
    }

    @Test(arguments: [(WordListReview.maxEntries, [WordListReview.maxEntries]), (WordListReview.maxEntries + 1, [])])
    func `a list is judged up to a number of entries`(count: Int, lines: [Int]) throws {
        let words = (1..<count).map { "word\($0)x" } + ["word7x more"]
        let loaded = ConfigurationLoader(environment: [:]).load(
            texts: [
                "config.yaml": "version: 1\nlists: { words: { file: words.txt } }\nrules: []\n",
                "words.txt": words.joined(separator: "\n"),
            ], root: "config.yaml")
        let diagnostics = DiagnosticCollector()
        WordListReview(diagnostics: diagnostics).review(try #require(loaded.configuration))
        #expect(diagnostics.diagnostics.map(\.position.line) == lines)
    }
}
