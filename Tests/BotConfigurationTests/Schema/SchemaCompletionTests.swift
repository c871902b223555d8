import ChatModel
import Testing

@testable import BotConfiguration

struct SchemaCompletionTests {
    /// A format with a map, a list of maps, words with and without values, and named entries.
    private static var completion: SchemaCompletion {
        let recorder = SchemaRecorder()
        recorder.explore { root, diagnostics in
            guard var map = MapReader(root, "a file", diagnostics) else { return }
            _ = map.take("version", "The version.")?.text(diagnostics)
            for rule in map.take("rules", "The rules.")?.list(diagnostics) ?? [] {
                guard var rule = MapReader(rule, "a rule", diagnostics) else { continue }
                _ = rule.take("id", "The id.")?.text(diagnostics)
                _ = rule.take("mode", "The mode.")?.choice(Mode.self, "a mode", diagnostics)
                if var when = rule.take("when", "The condition.").flatMap({ MapReader($0, "a condition", diagnostics) }) {
                    _ = when.take("text", "The text.")?.text(diagnostics)
                    when.finish()
                }
                rule.finish()
            }
            for entry in map.take("names", "Names.")?.named("'names'", diagnostics) ?? [] {
                _ = entry.value.choice(Mode.self, "a mode", diagnostics)
            }
            map.finish()
        }
        return SchemaCompletion(JSONSchema(recorder))
    }

    private enum Mode: String, CaseIterable { case enforce, shadow, disabled }

    /// Completes at the `|` of a text.
    private static func words(_ text: String) -> [String] {
        let before = text.prefix { $0 != "|" }
        let line = before.count { $0 == "\n" } + 1
        let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "").unicodeScalars.count + 1
        return completion.suggestions(in: text.replacing("|", with: ""), line: line, column: column).suggestions.map(\.text)
    }

    @Test(arguments: [
        ("|", ["names: ", "rules: ", "version: "]),
        ("ve|", ["version: "]),
        ("version: 1\n|", ["names: ", "rules: "]),
        ("rules:\n  - |", ["id: ", "mode: ", "when: "]),
        ("rules:\n- |", ["id: ", "mode: ", "when: "]),
        ("rules:\n  - id: a\n    |", ["mode: ", "when: "]),
        ("rules:\n  - id: a\n    mo|\n    when: {}", ["mode: "]),
        ("rules:\n  - id: a\n    mode: |", ["disabled", "enforce", "shadow"]),
        ("rules:\n  - id: a\n    mode: s|", ["shadow"]),
        ("rules:\n  - id: a\n    when:\n      |", ["text: "]),
        ("rules:\n  - id: a\n    when: { |", ["text: "]),
        ("rules:\n  - { id: a, |", ["id: ", "mode: ", "when: "]),
        ("rules:\n  - { id: a, when: { text: x }, mode: |", ["disabled", "enforce", "shadow"]),
        ("rules:\n  - id: a\n  # a comment\n\n  - id: b\n    mode: e|", ["enforce"]),
        ("names:\n  anything: d|", ["disabled"]),
        ("names: { anything: d|", ["disabled"]),
        ("# |", []), ("rules:\n  - id: |", []), ("unknown:\n  |", []),
    ])
    func `keys and words that fit a place are suggested`(text: String, words: [String]) {
        #expect(Self.words(text) == words, "\(text)")
    }

    @Test func `a suggestion replaces the word that has been begun, and carries its description`() throws {
        let result = Self.completion.suggestions(in: "rules:\n  - id: ạ\n    mo", line: 3, column: 7)
        #expect(result.replaced == 2)
        #expect(result.suggestions == [.init(text: "mode: ", note: "The mode.")])
    }

    @Test(arguments: [(0, 1), (2, 1), (1, 0), (1, 99)])
    func `places outside the text are harmless`(line: Int, column: Int) {
        _ = Self.completion.suggestions(in: "{[}]:,\"", line: line, column: column)
    }
}
