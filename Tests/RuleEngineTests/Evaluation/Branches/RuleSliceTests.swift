import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct RuleSliceTests {
    private static let settings = """
        version: 1
        names: { channels: { one: "11", two: "12" } }
        lists: { bad: { words: [evil] } }
        counters: { activity: { scope: user@clan, decay: { by: 1, every: 72h } } }
        """
    private static let rules = """
          - { id: greet, trigger: message, when: { text: { contains: [hello] } }, then: { reply: hi } }
          - { id: words, trigger: message, when: { text: { in_list: bad } }, then: { react: x } }
          - { id: flood, trigger: message, when: { flood: { count: "> 4", within: 10s } }, then: { react: y } }
        """

    private static func set(
        _ rules: String = rules, _ settings: String = settings, file: String = "config.yaml"
    ) throws -> RuleSet {
        let text = "\(settings)\nrules:\n\(rules)\n"
        let loaded = ConfigurationLoader(environment: [:]).load(texts: [file: text], root: file)
        let (set, diagnostics) = RuleCompiler(try #require(loaded.configuration), version: file).compile()
        #expect((loaded.diagnostics + diagnostics).filter { $0.severity == .error } == [])
        return set
    }

    /// The ids of the rules that changes of texts change; nil if no rule is independent of them.
    private static func ids(_ edits: KeyValuePairs<String, String>) throws -> Set<String>? {
        func edited(_ text: String) -> String { edits.reduce(text) { $0.replacing($1.key, with: $1.value) } }
        return RuleSlice(from: try set(), to: try set(edited(rules), edited(settings)))?.ids
    }

    private struct Edit {
        var changes: KeyValuePairs<String, String>
        /// The rules that it changes; nil if no rule is independent of it.
        var ids: Set<String>?
    }

    private static let ownEdits: [Edit] = [
        Edit(changes: ["reply: hi": "reply: hello"], ids: ["greet"]),
        Edit(changes: ["[hello]": "[hello, servus]", "react: x": "react: z"], ids: ["greet", "words"]),
        Edit(changes: ["\"> 4\"": "\"> 2\""], ids: ["flood"]),
        Edit(changes: ["within: 10s": "within: 20s"], ids: ["flood"]),
        Edit(changes: ["id: flood": "id: burst"], ids: ["burst", "flood"]),
        Edit(changes: [:], ids: []),
    ]

    private static let commonEdits: [Edit] = [
        Edit(changes: ["words: [evil]": "words: [evil, bad]"]),
        Edit(changes: ["every: 72h": "every: 7h"]),
        Edit(changes: ["one: \"11\"": "one: \"13\""]),
        Edit(changes: ["reply: hi": "relay: { to: [one] }"]),
        Edit(changes: ["then: { react: y }": "then: [{ react: y }, { wait: { for: 5m, until: message } }]"]),
        Edit(changes: ["contains: [hello]": "any_word: [hello], fold: [case, sound]"]),
        Edit(changes: ["when: { flood": "mode: enforce, when: { flood", "react: y": "delete: { scope: { last: 5 } }"]),
        Edit(changes: ["react: y": "lock: 5m"]),
        Edit(changes: ["when: { text: { contains: [hello] } }": "when: [{ author: { messages_seen: \"< 5\" } }]"]),
    ]

    @Test func `a slice has the rules that are written otherwise`() throws {
        for edit in Self.ownEdits { #expect(try Self.ids(edit.changes) == edit.ids, "\(edit.changes)") }
    }

    @Test func `there is no slice where other rules may depend on the edit`() throws {
        for edit in Self.commonEdits { #expect(try Self.ids(edit.changes) == nil, "\(edit.changes)") }
    }

    @Test func `the places of rules in their file do not matter, and their order does`() throws {
        let moved = try Self.set("  # A comment.\n\n\(Self.rules)", file: "new.yaml")
        #expect(RuleSlice(from: try Self.set(), to: moved)?.ids == [])
        let lines = Self.rules.split(separator: "\n")
        let reversed = try Self.set(lines.reversed().joined(separator: "\n"))
        #expect(RuleSlice(from: try Self.set(), to: reversed) == nil)
        let added = try Self.set("  - { id: first, trigger: message, then: { react: z } }\n\(Self.rules)")
        #expect(RuleSlice(from: try Self.set(), to: added)?.ids == ["first"])
    }

    @Test func `both sets find the same texts with the common scanner`() throws {
        let old = try Self.set()
        let new = try Self.set(Self.rules.replacing("[hello]", with: "[servus]"))
        let slice = try #require(RuleSlice(from: old, to: new))
        for text in ["hello", "servus", "evil hello", "nothing"] {
            let event = Event.message(.make(text))
            let scan = try #require(slice.scan(event) { _ in nil })
            for (set, whole) in [(slice.former, old), (slice.changed, new)] {
                let found = RuleInput(scan, for: set)?.candidates.map { set.rules[$0].id }
                let expected = RuleInput(event, for: whole) { _ in nil }?.candidates.map { whole.rules[$0].id }
                #expect(found == expected, "\(text)")
            }
        }
    }
}
