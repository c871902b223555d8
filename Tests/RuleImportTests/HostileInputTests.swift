import BotConfiguration
import RuleImport
import Testing

struct HostileInputTests {
    @Test(arguments: [
        ("too-large", ForeignSystem.automoderator, String(repeating: "title: x\n", count: 200_000)),
        ("too-large", .discord, String(repeating: "[", count: 300_000)),
        ("too-deep", .discord, String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000)),
        ("too-deep", .zeppelin, (0..<100).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")),
        (
            "too-many-aliases", .zeppelin,
            "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
                + zip("bcdef", "abcde").map { "\($0): &\($0) [\(Array(repeating: "*\($1)", count: 10).joined(separator: ", "))]" }
                .joined(separator: "\n")
        ),
        ("too-large", .automoderator, String(repeating: "title: [a]\naction: remove\n---\n", count: 2100)),
        ("control-character", .automoderator, "title: \"a\u{0}b\""), ("no-rules", .discord, "[]"),
        ("no-rules", .zeppelin, "a: {}"),
        ("no-rules", .zeppelin, "{}"), ("wrong-kind", .discord, "[3]"),
        ("wrong-number", .discord, #"[{"trigger_type": 99999999999999999999}]"#),
        ("wrong-kind", .zeppelin, "automod: { config: { rules: { a: [] } } }"),
    ])
    func `a hostile file is an error`(code: String, system: ForeignSystem, text: String) {
        let (result, diagnostics) = RuleImport.read(text, file: "file", from: system)
        #expect(result.map(\.text) == nil)
        #expect(diagnostics.map(\.code).contains(code))
    }

    @Test(arguments: [
        "comment: \"{{{{{{author}}}}\"", "comment: \"{{ a | raw }} {{match.text}}\"", "action_reason: \"]: }} {{\"",
        "comment: \"\\u202e\\e[2J\\t\"",
        "comment: |\n    x\n    \ty", "comment: \"'\\\"\\\\ # : - [\"", "action_reason: yes", "comment: '@everyone @here'",
    ])
    func `any text is written so that it loads`(entry: String) throws {
        let result = try imported("title: [x]\n\(entry)\naction: report", from: .automoderator)
        #expect(!result.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        _ = try compiled(result)
    }

    @Test func `a rule that does not compile is a comment with the reason`() throws {
        let rule = #"[{"name":"r","trigger_type":1,"enabled":true,"trigger_metadata":{"keyword_filter":["a"]},"actions":[]}]"#
        let result = try imported(rule, from: .discord)
        #expect(result.rules.map(\.isComment) == [true] && result.text.contains("  # - id: r"))
        #expect(result.text.hasSuffix("when: { text: { any_word: a, fold: [case] } }\n"))
    }
}
