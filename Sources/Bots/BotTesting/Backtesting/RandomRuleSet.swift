import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp

/// A random set of rules that share state in many ways, with random edits of it. One seed makes the same each time.
struct RandomRuleSet {
    /// A rule as an item of `rules:`.
    private struct Item {
        var id: String
        var yaml: String
    }

    private static let count = "{ counter: { add: { name: ours, scope: clan } } }"
    private static let countAuthor = "{ counter: { add: { name: mine, scope: user@clan } } }"
    /// The rule that keeps many members from writing, which is edited more often: most differences between two worlds follow from it.
    private static let harsh = "harsh"
    /// Rules besides the random ones, each in several versions.
    private static let others: [(id: String, versions: [String])] = [
        (
            "greet",
            [
                "trigger: message, when: { text: { contains: [hello] } }, then: [{ reply: hi }, { wait: 2m }, \(count)]",
                "trigger: message, when: { text: { contains: [hello] } }, then: [{ reply: hi }, { wait: 30s }, \(count)]",
                "trigger: message, when: { text: { contains: [hello, chào] } }, then: [{ reply: hi }]",
            ]
        ),
        (
            "patient",
            [
                "trigger: message, when: { text: { contains: [máy] } }, then: [{ wait: { for: 10m, until: message } }, \(countAuthor)]",
                "trigger: message, when: { text: { contains: [máy] } }, then: [{ wait: { for: 3m, until: message } }, { reply: có }]",
            ]
        ),
        (
            "strict",
            [
                "trigger: message, mode: enforce, when: { text: { contains: [token] } }, then: [{ escalate: { ladder: standard } }]",
                "trigger: message, mode: shadow, when: { text: { contains: [token] } }, then: [{ escalate: { ladder: standard } }]",
                "trigger: [message, edit], mode: enforce, when: { links: { count: \">= 1\" } }, then: [{ escalate: { ladder: standard } }]",
            ]
        ),
        (
            "rude",
            ["[warn]", "[kick]", "[delete, { mute: { for: 30m, in: clan } }]", "[{ ban: { for: 1d } }]", "[warn, { stop: all }]"]
                .map { "trigger: message, mode: enforce, when: { text: { contains: [\"đồ ngu\"] } }, then: \($0)" }
        ),
        (
            harsh,
            ["[{ mute: { for: 10m, in: here } }]", "[{ mute: { for: 1h, in: clan } }]", "[warn]", "[kick]"].map {
                "trigger: message, mode: enforce, when: { text: { contains: [chào, token, máy] } }, then: \($0)"
            }
        ),
        (
            "burst",
            [
                ("> 4", "60s", "[{ mute: { for: 5m, in: here } }]"), ("> 2", "60s", "[{ mute: { for: 5m, in: here } }]"),
                ("> 2", "45s", "[{ delete: { scope: burst } }]"),
                ("> 3", "60s", "[{ delete: { scope: { last: 3 } } }]"),
            ].map {
                "trigger: message, mode: enforce, when: { flood: { count: \"\($0.0)\", within: \($0.1), per: user } }, then: \($0.2)"
            }
        ),
        (
            "copies",
            [">= 2", ">= 3"].map {
                "trigger: message, when: { duplicate: { count: \"\($0)\", within: 10m, per: rule } }, then: [\(count)]"
            }
        ),
        (
            "pinger",
            [
                "trigger: message, when: { text: { contains: [ok] } }, then: [{ signal: ping }]",
                "trigger: message, when: { text: { contains: [ok, xin] } }, then: [{ signal: ping }], cooldown: { per: user, for: 5m }",
            ]
        ),
        (
            "pong",
            [
                "trigger: { signal: ping }, then: [\(count), { send: { to: general, text: pong } }]",
                "trigger: { signal: ping }, then: [{ send: { to: general, text: pong } }]",
            ]
        ),
        (
            "raid",
            [">= 4", ">= 9"].map {
                "trigger: message, when: { counter: { name: ours, scope: clan, value: \"\($0)\" } }, then: [{ set_level: { to: raid, for: 3m } }]"
            }
        ),
        (
            "alarm",
            ["trigger: { level: raid }, then: [\(count)]", "trigger: { level: raid }, then: [{ lock: 4m }], mode: enforce"]
        ),
        (
            "liked",
            [
                "trigger: reaction, then: [\(countAuthor)]",
                "trigger: { reactions: { emoji: \"👍\", people: \">= 2\" } }, then: [pin]",
            ]
        ),
        (
            "shady",
            [
                "trigger: message, mode: shadow, when: { text: { contains: [token] } }, then: [\(countAuthor)]",
                "trigger: message, when: { text: { contains: [token] } }, then: [\(countAuthor)]",
            ]
        ),
        (
            "punished",
            [
                "trigger: { sanction: { kind: [warn, mute] } }, then: [\(countAuthor)]",
                "trigger: { sanction: { kind: [warn] } }, then: [{ set: { var: mood, scope: user@clan, value: angry } }]",
            ]
        ),
        (
            "quiet",
            [
                "trigger: { counter: { name: activity, crosses: \"< 1\", direction: down } }, then: [\(count)]",
                "trigger: { counter: { name: activity, crosses: \"< 2\", direction: down } }, then: [{ signal: ping }]",
            ]
        ),
        (
            "active",
            [
                "trigger: message, then: [{ counter: { add: { name: activity } } }]",
                "trigger: message, in: { channels: [general] }, then: [{ counter: { add: { name: activity } } }]",
            ]
        ),
        (
            "lonely",
            ["15m", "30m"].map { "trigger: { silence: \($0) }, in: { channels: [random] }, then: [\(count)]" }
        ),
        (
            "waiting",
            ["10m", "25m"].map {
                "trigger: { unanswered: { what: mention, after: \($0) } }, then: [{ reply: \"{{ target.name }}?\" }]"
            }
        ),
        (
            "slow",
            ["30s", "90s"].map {
                "trigger: message, mode: enforce, when: { text: { contains: [slide] } }, then: [{ slow_mode: { every: \($0), for: 20m } }]"
            }
        ),
        (
            "disguised",
            ["cài", "hàng"].map {
                "trigger: message, when: { text: { any_word: [\($0)], fold: [case, marks, sound] } }, then: [{ react: \"👀\" }]"
            }
        ),
        (
            "asked",
            ["10m", "1h"].map {
                "trigger: message, mode: enforce, when: { text: { contains: [tool] } }, then: [{ ask: { channel: random, text: \"Spam?\", approve: [warn], by_role: staff, expires: \($0) } }]"
            }
        ),
        (
            "limited",
            ["per_minute: 1", "per_minute: 2, on_exceed: disable"].map {
                "trigger: message, when: { text: { contains: [ơi] } }, limits: { \($0) }, then: [{ reply: limited }]"
            }
        ),
        (
            "counted",
            ["< 3", "< 6"].map {
                "trigger: message, when: { author: { cases: { count: \"\($0)\", within: 7d } } }, then: [{ set: { var: mood, scope: user@clan, value: calm } }]"
            }
        ),
    ]

    private var items: [Item]
    private var added = 0

    init(using random: inout SplitMix64) {
        items = (0..<Int.random(in: 1...5, using: &random)).map { number in
            Item(id: "r\(number)", yaml: RandomRule(number, using: &random).yaml)
        }
        for index in Self.others.indices where Int.random(in: 0..<3, using: &random) > 0 { add(index, using: &random) }
    }

    private mutating func add(_ index: Int, using random: inout SplitMix64) {
        let other = Self.others[index]
        let version = other.versions[Int.random(in: other.versions.indices, using: &random)]
        items.insert(
            Item(id: other.id, yaml: "  - { id: \(other.id), \(version) }"), at: Int.random(in: 0...items.count, using: &random))
    }

    /// Returns the rules with one to three random changes.
    func edited(using random: inout SplitMix64) -> RandomRuleSet {
        var edited = self
        for _ in 0..<Int.random(in: 1...3, using: &random) { edited.edit(using: &random) }
        return edited
    }

    private mutating func edit(using random: inout SplitMix64) {
        guard items.count > 1 else { return insert(using: &random) }
        var index = Int.random(in: items.indices, using: &random)
        if let harsh = items.firstIndex(where: { $0.id == Self.harsh }), Int.random(in: 0..<4, using: &random) == 0 {
            index = harsh
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: items.remove(at: index)
        case 1: insert(using: &random)
        case 2: items.swapAt(index, Int.random(in: items.indices, using: &random))
        case 3: if let other = Self.others.indices.randomElement(using: &random), isAbsent(other) { add(other, using: &random) }
        default:
            if let other = Self.others.first(where: { $0.id == items[index].id }) {
                let version = other.versions[Int.random(in: other.versions.indices, using: &random)]
                items[index].yaml = "  - { id: \(other.id), \(version) }"
            } else if let number = Int(items[index].id.dropFirst()) {
                items[index].yaml = RandomRule(number, using: &random).yaml
            }
        }
    }

    private mutating func insert(using random: inout SplitMix64) {
        added += 1
        items.insert(
            Item(id: "r\(99 + added)", yaml: RandomRule(99 + added, using: &random).yaml),
            at: Int.random(in: 0...items.count, using: &random))
    }

    private func isAbsent(_ other: Int) -> Bool { !items.contains { $0.id == Self.others[other].id } }

    /// - Throws: An error if the rules cannot be compiled.
    func plan() throws -> CompiledConfiguration {
        let names = RandomClan.channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")
        let text = """
            version: 1
            names: { channels: { \(names) }, roles: { staff: "\(RandomClan.staff)" } }
            moderation: { channel: random }
            counters: { activity: { scope: user@clan, decay: { by: 1, every: 5m } } }
            ladders:
              standard:
                counter: strikes
                scope: user@clan
                steps: [{ at: 1, then: [warn] }, { at: 3, then: [{ mute: { for: 20m, in: here } }] }, { at: 5, then: [kick] }]
            rules:
            \(items.map(\.yaml).joined(separator: "\n"))

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        guard let plan else { throw RandomClanError.unreadable(report.human()) }
        return plan
    }

    var description: String { items.map(\.yaml).joined(separator: "\n") }
}
