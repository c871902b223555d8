import BotConfiguration
import Testing

@testable import RuleEngine

struct ActionOrderReviewTests {
    static let lists: [(String, [String])] = [
        ("[ { stop: rule }, { reply: x } ]", ["after-stop"]),
        ("[ { if: { when: { chance: 0.5 }, then: [ { stop: rule }, { reply: x } ] } } ]", ["after-stop"]),
        ("[ { repeat: { times: 3, every: 1m, then: [ { stop: rule }, { reply: x } ] } } ]", ["after-stop"]),
        ("[ { schedule: { in: 5m, then: [ { stop: rule }, { reply: x } ] } } ]", ["after-stop"]),
        ("[ { if: { when: { chance: 0.5 }, then: { stop: rule }, otherwise: { stop: all } } }, { reply: x } ]", ["after-stop"]),
        ("[ { if: { when: { chance: 0.5 }, then: { stop: rule }, otherwise: { reply: y } } }, { reply: x } ]", []),
        ("[ { if: { when: { chance: 0.5 }, then: { stop: rule } } }, { reply: x } ]", []),
        ("[ { repeat: { times: 3, then: [ { reply: x }, { reply: x } ] } } ]", ["action-twice"]),
        ("[ { reply: x }, { wait: 5m } ]", ["wait-at-end"]),
        ("[ { if: { when: { chance: 0.5 }, then: { wait: 5m } } } ]", ["wait-at-end"]),
        // What follows the `if`, or the next time, waits.
        ("[ { if: { when: { chance: 0.5 }, then: { wait: 5m } } }, { reply: x } ]", []),
        ("[ { repeat: { times: 3, then: [ { react: \"👀\" }, { wait: 5m } ] } } ]", []),
        ("[ { schedule: { in: 5m, then: [ { reply: y }, { wait: 5m } ] } }, { reply: x } ]", ["wait-at-end"]),
    ]

    @Test(arguments: lists)
    func `actions without an effect are reported wherever they stand`(actions: String, expected: [String]) throws {
        let codes: Set = ["after-stop", "action-twice", "wait-at-end"]
        let reviewed = try ReviewedRules("  - { id: a, trigger: message, then: \(actions) }\n")
        #expect(reviewed.diagnostics.map(\.code).filter(codes.contains) == expected)
    }
}
