import ChatModel
import Testing

@testable import BotConfiguration

struct HeaderSettingsTests {
    private func load(_ sections: [String: String]) throws -> (HeaderSchema?, [String]) {
        let loaded = try TemporaryDirectory(sections.mapValues { "version: 1\n" + $0 }).load()
        return (
            loaded.configuration?.headers.rules,
            loaded.diagnostics.map { "\($0.position.file):\($0.position.line):\($0.position.column) \($0.code)" }
        )
    }

    @Test func `header keys are decoded with their types from several files`() throws {
        let (rules, diagnostics) = try load([
            "config.yaml": """
            include: [more.yaml]
            headers:
              ticket: { id: identifier, priority: number, tags: tuple, urgent: flag }
            """, "more.yaml": "headers: { origin: { room: text } }",
        ])
        #expect(diagnostics == [])
        #expect(
            rules
                == HeaderSchema([
                    "ticket": ["id": .identifier, "priority": .number, "tags": .tuple, "urgent": .flag],
                    "origin": ["room": .text],
                ]))
    }

    @Test(arguments: [
        ("headers: { 'a b': { x: text } }", "config.yaml:2:12 bad-name"),
        ("headers: { a: { '1': text } }", "config.yaml:2:17 bad-name"),
        ("headers: { a: { x: word } }", "config.yaml:2:20 unknown-word"),
        ("headers: { a: {} }", "config.yaml:2:12 missing-value"), ("headers: { a: text }", "config.yaml:2:15 wrong-kind"),
        ("headers: { a: { x: text } }\ninclude: [more.yaml]", "more.yaml:2:12 duplicate-name"),
    ])
    func `an invalid header setting is reported at its source position`(text: String, mistake: String) throws {
        let (_, diagnostics) = try load(["config.yaml": text, "more.yaml": "headers: { a: { z: text } }"])
        #expect(diagnostics.contains(mistake), "\(diagnostics)")
    }
}
