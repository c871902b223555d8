import ChatModel
import Testing

@testable import BotConfiguration

@Suite struct DocumentReaderTests {
    private func read(_ text: String) -> (JSONValue?, [String]) {
        let diagnostics = DiagnosticCollector()
        let node = DocumentReader(file: "a", diagnostics: diagnostics).read(text)
        return (node?.json, diagnostics.diagnostics.map { "\($0.position.line):\($0.position.column) \($0.code)" })
    }

    private static let texts: [(String, JSONValue)] = [
        ("a: NO", .object(["a": .string("NO")])),
        (
            "a: [12:30, 1.10, 2026-01-01, 0x1F, ~]",
            .object(["a": .array(["12:30", "1.10", "2026-01-01", "0x1F", "~"].map(JSONValue.string))])
        ),
        ("a:", .object(["a": .null])),
        ("a: ''", .object(["a": .string("")])),
        ("a: &x [1]\nb: *x", .object(["a": .array([.string("1")]), "b": .array([.string("1")])])),
        ("a: &x 1\nb: &x 2\nc: *x", .object(["a": .string("1"), "b": .string("2"), "c": .string("2")])),
        (
            "a: \"*\"\nb: 2 * 3\nc: '**x**'\nd: |\n  * y\n",
            .object(["a": .string("*"), "b": .string("2 * 3"), "c": .string("**x**"), "d": .string("* y\n")])
        ),
        ("a: 1\r\nb: 2\r\n", .object(["a": .string("1"), "b": .string("2")])),
        ("a: đẹp 😀", .object(["a": .string("đẹp 😀")])),
    ]

    @Test(arguments: texts)
    func `YAML scalars are read as text, and aliases are resolved`(text: String, value: JSONValue) {
        #expect(read(text) == (value, []))
    }

    @Test(arguments: [("on", "a Boolean"), ("No", "a Boolean"), ("2024", "a number"), ("~", "null")])
    func `an unquoted key that YAML does not read as a text is reported with its type`(key: String, type: String) {
        let diagnostics = DiagnosticCollector()
        _ = DocumentReader(file: "a", diagnostics: diagnostics).read("\(key): 1")
        #expect(diagnostics.diagnostics.map(\.message) == ["YAML reads the key \(key) without quotes as \(type)"])
        #expect(diagnostics.diagnostics.map(\.suggestion) == ["write \"\(key)\""])
        #expect(read("\"\(key)\": a").1 == [])
    }

    @Test func `a duplicate key is reported, and the first value counts`() {
        #expect(
            read("a: 1\nb: { c: 1, c: 2 }\na: 2\n\"a\": 3\n")
                == (
                    .object(["a": .string("1"), "b": .object(["c": .string("1")])]),
                    ["2:12 duplicate-key", "4:1 duplicate-key", "3:1 duplicate-key"].sorted()
                ))
    }

    @Test func `a large file of duplicate keys is read quickly`() {
        let start = ContinuousClock.now
        let text = (0..<4000).map { "k\($0 % 2000): x\n" }.joined()
        #expect(read(text).1.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: [
        ("a: [", "1:4 close it with ']'"), ("a: [\n", "1:4 close it with ']'"), ("a: {", "1:4 close it with '}'"),
        ("a: [b,\n# no ]\n", "1:4 close it with ']'"), ("a: { b: [c, 'it''s ]', \"\\\"]\", [d],", "1:9 close it with ']'"),
        ("a: {b: \n", "1:4 close it with '}'"), ("a:\n  - { b: [\n  - c: d\n", "2:10 close it with ']'"),
        ("a: [}\n", "1:5 write ']'"),
    ])
    func `a bracket that is not closed is reported at its place, also without an item before the end`(
        text: String, expected: String
    ) {
        let diagnostics = DiagnosticCollector()
        _ = DocumentReader(file: "a", diagnostics: diagnostics).read(text)
        let found = diagnostics.diagnostics.map { "\($0.position.line):\($0.position.column) \($0.suggestion ?? "")" }
        #expect(found == [expected])
    }

    @Test(arguments: ["a: \u{2028}", "a: \u{85}", "a: b\rc: d", "a: \u{10F8FF}", "a: \u{10F000}", "a: \u{0}"])
    func `control and private-use characters are rejected`(text: String) {
        #expect(read(text).1.map { $0.split(separator: " ")[1] } == ["control-character"])
    }

    @Test(arguments: [("", "is empty"), (" \n", "is empty"), ("# later\n", "has only comments")])
    func `an empty document is advised to begin with a version only if it is ours`(text: String, problem: String) {
        for (isForeign, suggestion) in [(false, "begin with version: 1"), (true, nil)] as [(Bool, String?)] {
            let diagnostics = DiagnosticCollector()
            _ = DocumentReader(file: "a", diagnostics: diagnostics, isForeign: isForeign).read(text)
            #expect(diagnostics.diagnostics.map(\.message) == ["the file \(problem)"])
            #expect(diagnostics.diagnostics.map(\.suggestion) == [suggestion])
        }
    }
}
