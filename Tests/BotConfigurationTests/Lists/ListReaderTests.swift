import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

@Suite struct ListReaderTests {
    private func load(_ lists: String, files: [String: String] = [:]) throws -> (LoadedConfiguration, [String]) {
        let loaded = try TemporaryDirectory(
            files.merging(["config.yaml": "version: 1\nlists:\n\(lists)\n"]) { first, _ in first }
        )
        .load()
        return (
            loaded, DiagnosticReport(loaded.diagnostics, sources: loaded.sources).diagnostics.map { "\($0.position) \($0.code)" }
        )
    }

    @Test func `list items come from a file or inline, each with its source position`() throws {
        let (loaded, found) = try load(
            """
              rude: { file: lists/rude.txt, fold: [case, marks] }
              scams: { file: lists/scams.txt, kind: domains }
              short: { words: [đồ ngu, x] }
              links: { domains: [bit.ly] }
            """,
            files: ["lists/rude.txt": "# comment\n\n  đồ ngốc  \r\nfool\n", "lists/scams.txt": "evil.example\n"])
        #expect(found == [])
        let lists = try #require(loaded.configuration).lists.all
        #expect(lists.map(\.name) == ["rude", "scams", "short", "links"])
        #expect(lists.map(\.kind) == [.words, .domains, .words, .domains])
        #expect(lists.map { $0.items.map(\.text) } == [["đồ ngốc", "fool"], ["evil.example"], ["đồ ngu", "x"], ["bit.ly"]])
        #expect(lists[0].items[0].position == SourcePosition(file: "lists/rude.txt", line: 3, column: 3, length: 7))
        #expect(lists[2].items[1].position == SourcePosition(file: "config.yaml", line: 5, column: 28, length: 1))
        #expect(lists[0].fold?.list(DiagnosticCollector())?.count == 2)
        #expect(loaded.sources.line(4, of: "lists/rude.txt") == "fool")
    }

    @Test func `a list of users holds names and ids, with comments in a file`() throws {
        let (loaded, found) = try load(
            """
              trusted: { users: [an, "1840651400184000512"] }
              banned: { file: lists/banned.txt, kind: users }
              wrong: { users: [bo] }
            names: { users: { an: "7" } }
            """, files: ["lists/banned.txt": "# spam\n1775731152322039808 # in May\n  an\n"])
        #expect(found == ["config.yaml:5:20 unknown-name"])
        let lists = try #require(loaded.configuration).lists.all
        #expect(lists.map(\.users) == [[7, 1_840_651_400_184_000_512], [7, 1_775_731_152_322_039_808], []])
    }

    @Test func `an unreadable list is reported once, not at each use`() throws {
        let items = (0...50_000).map { "w\($0)\n" }.joined()
        let files = ["words.txt": items, "config.yaml": "version: 1\nlists: { a: { file: words.txt } }\n"]
        let loaded = try TemporaryDirectory(files).load()
        #expect(loaded.diagnostics.map { "\($0.position) \($0.code)" } == ["words.txt:50001:1 too-large"])
        let diagnostics = DiagnosticCollector()
        let node = ConfigNode(kind: .scalar("a", .plain), position: SourcePosition(file: "config.yaml", line: 3, column: 1))
        let list = loaded.configuration?.lists.list(node, of: .words, diagnostics)
        #expect(list?.items == [])
        #expect(diagnostics.diagnostics == [])
    }

    private static let mistakes: [(String, [String])] = [
        ("  a: { file: lists/nothing.txt }", ["config.yaml:3:14 missing-file"]),
        ("  a: { file: ../x.txt }", ["config.yaml:3:14 include-outside"]),
        ("  a: { file: /etc/passwd }", ["config.yaml:3:14 include-outside"]),
        ("  a: { kind: words }", ["config.yaml:3:3 missing-key"]),
        ("  a: { file: lists/a.txt, words: [x] }", ["config.yaml:3:3 several-sources"]),
        ("  a: { words: [x], kind: domains }", ["config.yaml:3:3 wrong-kind"]),
        ("  a: { words: [] }", ["config.yaml:3:3 empty-list"]),
        ("  a: { file: lists/a.txt, kind: word }", ["config.yaml:3:33 unknown-word"]),
        ("  a: { words: [x] }\nnames: { channels: { a: \"1\" } }", ["config.yaml:3:3 duplicate-name"]),
        ("  a: { file: lists/bad.txt }", ["lists/bad.txt:2:3 not-utf8"]),
    ]

    @Test(arguments: mistakes)
    func `an invalid list is reported at its source position`(lists: String, expected: [String]) throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nlists:\n\(lists)\n", "lists/a.txt": "x\n"])
        try Data([0x78, 0x0A, 0x79, 0x79, 0xFF]).write(to: folder.url.appending(path: "lists/bad.txt"))
        let loaded = folder.load()
        let report = DiagnosticReport(loaded.diagnostics, sources: loaded.sources)
        #expect(report.diagnostics.map { "\($0.position) \($0.code)" } == expected)
    }

    @Test func `a misspelled list file gets a suggestion`() throws {
        let (loaded, _) = try load("  a: { file: lists/scam.txt }", files: ["lists/scams.txt": "x\n"])
        #expect(loaded.diagnostics.map(\.suggestion) == ["did you mean 'lists/scams.txt'?"])
    }

    @Test func `a list with too many items yields a single error`() throws {
        let (_, found) = try load(
            "  a: { file: lists/a.txt }", files: ["lists/a.txt": String(repeating: "x\n", count: 60_000)])
        #expect(found == ["lists/a.txt:60000:1 too-large"])
    }

    @Test func `an included file may contain lists`() throws {
        let folder = try TemporaryDirectory([
            "config.yaml": "version: 1\ninclude: [lists/*.yaml]\n", "lists/a.yaml": "version: 1\nlists: { a: { words: [x] } }\n",
        ])
        #expect(folder.load().configuration?.lists.all.map(\.name) == ["a"])
    }

    @Test func `words with a severity below the lowest that counts are left out`() throws {
        let (loaded, found) = try load(
            "  rude: { file: rude.txt, min_severity: 2 }\n  mild: { words: [\"darn,1\", \"a, b ; 3\"], min_severity: 1 }",
            files: ["rude.txt": "# word,severity\ndarn,1\nfool;2\nđồ ngốc , 3\n"])
        #expect(found == [])
        let lists = try #require(loaded.configuration).lists.all
        #expect(lists.map { $0.items.map(\.text) } == [["fool", "đồ ngốc"], ["darn", "a, b"]])
        #expect(lists[0].items[0].position.line == 3)
    }

    @Test(arguments: [
        ("min_severity: 1", "darn,1\nfool\nbad;x\n", ["rude.txt:2:1 no-severity"]),
        ("min_severity: 4", "darn,1\nfool;2\n", ["config.yaml:3:41 empty-list"]),
        ("kind: domains, min_severity: 1", "a.example,1\n", ["config.yaml:3:56 unknown-key"]),
        ("kind: words", "darn,1\nfool;2\n", ["rude.txt:1:1 severity-as-text"]),
        ("kind: words", "darn\nfool;2\n", ["rude.txt:2:1 severity-as-text"]),
        ("kind: words", "darn, really\nfool;\n,3\n", []),
    ])
    func `severities that are mixed, out of reach or not read are reported`(keys: String, file: String, codes: [String]) throws {
        #expect(try load("  rude: { file: rude.txt, \(keys) }", files: ["rude.txt": file]).1 == codes)
    }
}
