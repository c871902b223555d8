import Testing

@testable import BotConfiguration

struct RuleModeEditTests {
    @Test(arguments: [
        // A word, with its spaces and comment.
        (
            "rules:\n  - id: a # first\n    mode:  shadow   # why\n    then: x\n",
            "rules:\n  - id: a # first\n    mode:  enforce   # why\n    then: x\n"
        ),
        // A quoted word.
        ("rules:\n- id: a\n  mode: \"shadow\"\n", "rules:\n- id: a\n  mode: enforce\n"),
        // No mode: a line below the id.
        ("rules:\n  - id: a\n\n    # then\n    then: x", "rules:\n  - id: a\n    mode: enforce\n\n    # then\n    then: x"),
        // No mode, and the id is not first.
        ("rules:\n  - title: b\n    id: a\n    then: x", "rules:\n  - title: b\n    id: a\n    mode: enforce\n    then: x"),
        // Between braces.
        ("rules:\n  - { id: a, then: x } # c", "rules:\n  - { id: a, mode: enforce, then: x } # c"),
        (
            "rules: [{ id: a, mode: disabled }, { id: b, mode: shadow }]",
            "rules: [{ id: a, mode: enforce }, { id: b, mode: shadow }]"
        ),
        // Only the rule itself changes.
        (
            "define: { mode: shadow }\nrules:\n  - id: b\n    mode: shadow\n  - id: a\n    mode: shadow\n",
            "define: { mode: shadow }\nrules:\n  - id: b\n    mode: shadow\n  - id: a\n    mode: enforce\n"
        ),
        // Characters beyond ASCII and carriage returns.
        (
            "rules:\r\n  - id: a\r\n    title: Xin chào ✓\r\n    mode: shadow\r\n",
            "rules:\r\n  - id: a\r\n    title: Xin chào ✓\r\n    mode: enforce\r\n"
        ),
        ("rules:\r\n  - id: a\r\n    title: x\r\n", "rules:\r\n  - id: a\r\n    mode: enforce\r\n    title: x\r\n"),
    ])
    func `the mode changes in place and everything else stays`(text: String, result: String) throws {
        #expect(try RuleModeEdit.changing("a", to: "enforce", in: text) == result)
    }

    @Test(arguments: [
        "rules:\n  - id: a\n    mode: *m\n", "m: &m shadow\nrules:\n  - id: a\n    mode: *m\n",
        "rules:\n  - id: a\n    mode: &m shadow\n  - id: b\n    mode: *m\n", "rules:\n  - id: a\n    mode:\n      shadow\n",
        "rules:\n  - id: a\n    mode: |\n      shadow\n", "rules:\n  - id:\n      a\n    then: x\n",
        "x: &r\n  id: a\nrules:\n  - *r\n", "rules:\n  - id: a\n  - id: a\n", "rules:\n  - id: b\n", "rules: [", "", "rules: a",
        "rules:\n  - ? id\n    : a\n",
    ])
    func `a place that cannot be changed safely is refused`(text: String) {
        #expect(throws: RuleModeEdit.EditError.self) { try RuleModeEdit.changing("a", to: "enforce", in: text) }
    }
}
