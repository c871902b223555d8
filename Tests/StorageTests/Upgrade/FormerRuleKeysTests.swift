import Testing

@testable import Storage

struct FormerRuleKeysTests {
    private static let renamed: [(String, String)] = [
        ("plugins:\n  echo: {}\n", "bots:\n  echo: {}\n"),
        ("clans: { a: { plugins: { echo: {} } } }", "clans: { a: { bots: { echo: {} } } }"),
        (
            "store: { seal: { key: k, previous: [p] }, retain: {} }",
            "store: { encryption: { key: k, previous_keys: [p] }, retention: {} }"
        ),
        ("channels:\n  a: { retain: { messages: 1d } }", "channels:\n  a: { retention: { messages: 1d } }"),
        ("bot: { receipts: true }", "bot: { read_receipts: true }"),
        (
            "ports:\n  net:\n    irc: { in_clear: true, pace: { burst: 1 }, trust: f }",
            "connections:\n  net:\n    irc: { allow_plaintext: true, rate_limit: { burst: 1 }, ca_file: f }"
        ),
        (
            "ports: { h: { files: { most: 1MiB }, channels: { a: { sign: s, at_most: 5, inside: true } } } }",
            "connections: { h: { files: { max_size: 1MiB }, channels: { a: { signature: s, per_minute: 5, allow_private: true } } } }"
        ),
        (
            "plugins: { a: { http: { inside: [x] }, grants: [appoint, other] } }",
            "bots: { a: { http: { allow_private: [x] }, grants: [schedule, other] } }"
        ),
        (
            "ladders:\n  s:\n    steps:\n    - at: 1\n      do: [warn]",
            "ladders:\n  s:\n    steps:\n    - at: 1\n      then: [warn]"
        ),
        ("rules:\n- trigger: [role_change, edit]", "rules:\n- trigger: [role_changed, edit]"),
        ("rules:\n- trigger: { room_change: {} }", "rules:\n- trigger: { channel_changed: {} }"),
        ("then: [{ run: { plugin: a, command: b } }]", "then: [{ run: { bot: a, command: b } }]"),
        ("then:\n- ask:\n    on_expire: nothing  # or", "then:\n- ask:\n    on_expire: none  # or"),
        ("\"plugins\": {}\r\n'ports': {}\r\n", "\"bots\": {}\r\n'connections': {}\r\n"),
        ("names: &a { x: 1 }\nplugins: *a", "names: &a { x: 1 }\nbots: *a"),
        ("bot: { token: ${file:/a: plugins} }\nplugins: {}", "bot: { token: ${file:/a: plugins} }\nbots: {}"),
    ]

    @Test(arguments: renamed) func `former keys and words are renamed where they have a meaning`(old: String, new: String) {
        #expect(FormerRuleKeys.renamed(old) == new)
        #expect(FormerRuleKeys.renamed(new) == new)
    }

    @Test(arguments: [
        "", "\n", "rules: [", "a: {", "a: 'open", "a: \"open\\", "- - -", ":", "{{", "${", "a: |", "a: >-\n",
        "text: |\n  plugins:\n    do: x\n", "text: \"\n  plugins: x\"", "text: 'it''s\n  ports: x'", "# plugins: {}",
        "then: [{ reply: \"plugins: {}, do: x\" }]", "then: [{ reply: {{ plugins: x }} }]", "when: { time: { inside: office } }",
        "set: { var: on_expire, value: nothing }", "names: { channels: { plugins: '1', seal: '2' } }",
        "rules:\n- then:\n  - reply: |-\n     ports: x\n\n    # ports\n    plugins: x\n",
    ])
    func `other text stays as it was written`(text: String) {
        #expect(FormerRuleKeys.renamed(text) == text)
    }
}
