import BotConfiguration
import RuleEngine
import RuleImport
import Testing

struct ZeppelinTests {
    private func automod(_ rule: String, _ rest: String = "") -> String {
        "automod:\n  config:\n    rules:\n      rule:\n        \(rule.replacing("\n", with: "\n        "))\n\(rest)"
    }

    @Test(arguments: [
        ("match_words: { words: [banana, \"nat ♡\"] }", ["a BANANA!"], ["bananas"]),
        ("match_words: { words: [banana], only_full_words: false }", ["bananas"], ["banan"]),
        ("match_words: { words: [banana], normalize: true }", ["b4nánа"], ["bananas"]),
        ("match_words: { words: [spam], loose_matching: true, loose_matching_threshold: 2 }", ["s.p--a m"], ["s...pam"]),
        ("match_words: { words: [Spam], case_sensitive: true }", ["Spam"], ["spam"]),
        ("match_regex: { patterns: ['^!warn\\b', 'b[a4]d'] }", ["!WARN x", "b4d"], ["x !warn", "bd"]),
        ("match_regex: { patterns: ['^((?!https?://).)*$'] }", ["no link"], ["see https://a.example"]),
        ("match_invites: { exclude_invite_codes: [ours] }", ["https://discord.gg/theirs"], ["https://discord.gg/ours", "hi"]),
        ("match_links: { include_domains: [bad.example] }", ["https://x.bad.example/"], ["https://good.example/"]),
        ("match_links: { exclude_domains: [good.example] }", ["https://bad.example/"], ["https://good.example/", "hi"]),
    ])
    func `a trigger finds what Zeppelin finds`(trigger: String, hits: [String], misses: [String]) throws {
        try expect(
            automod("triggers: [{ \(trigger) }]\nactions: { clean: true }"), from: .zeppelin, hits: hits, misses: misses)
    }

    @Test func `a flood is counted as Zeppelin counts it`() throws {
        let rules = try imported(
            automod("triggers: [{ message_spam: { amount: 3, within: 5s } }]\nactions: { clean: true, mute: { duration: 5m } }"),
            from: .zeppelin)
        let tests = """
                tests:
                  - { name: three, given: { text: a, times: 3, every: 1s }, expect: { hit: true, actions: [delete, mute, stop], because: flood.count } }
                  - { name: two, given: { text: a, times: 2, every: 1s }, expect: { hit: false } }
                  - { name: three slowly, given: { text: a, times: 3, every: 4s }, expect: { hit: false } }

            """
        #expect(try compiled(rules, tests: tests).failedTests().map(\.message) == [])
    }

    @Test func `a flood of joins concerns everybody who joined`() throws {
        let result = try imported(
            automod(
                "triggers: [{ member_join_spam: { amount: 10, within: 18s } }]\n"
                    + "actions: { kick: { reason: Raid }, add_roles: [\"5\"], mute: { duration: 1h } }"),
            from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true])
        #expect(result.text.contains(#"flood: { of: join, count: ">= 10", within: 18s, per: clan }"#))
        for action in ["kick: { to: burst, reason: Raid }", "role: role-5, to: burst", "to: burst, for: 1h"] {
            #expect(result.text.contains(action))
        }
        _ = try compiled(result)
    }

    @Test func `slow mode has an end, and a level triggers rules`() throws {
        let result = try imported(
            automod(
                "triggers: [{ antiraid_level: { level: high } }, { member_join: { only_new: true, new_threshold: 2d } }]\n"
                    + "actions: { set_slowmode: { channels: [\"5\"], duration: 10s } }"),
            from: .zeppelin)
        #expect(result.rules.map(\.isAdapted) == [true])
        #expect(result.text.contains("slow_mode: { every: 10s, for: 30d, channel: channel-5 }"))
        #expect(result.text.contains("trigger: { level: raid }"))
        #expect(result.text.contains(#"when: { author: { account_age: "< 2d" } }"#))
        _ = try compiled(result)
    }

    @Test func `members of a level that an override leaves out are exempt`() throws {
        let overrides = """
              overrides:
                - level: ">=50"
                  config: { rules: { rule: { enabled: false } } }
            levels: { "7": 100, "8": 50, "9": 10 }
            """
        let result = try imported(
            automod("triggers: [{ any_message: {} }]\nactions: { clean: true }", overrides), from: .zeppelin)
        #expect(result.text.contains("except: { roles: [role-7, role-8] }"))
    }

    @Test func `an override with other actions makes two rules of one`() throws {
        let overrides = """
              overrides:
                - channel: "5"
                  config: { rules: { rule: { actions: { warn: { reason: Here } } } } }
            """
        let result = try imported(
            automod("triggers: [{ any_message: {} }]\nactions: { clean: true }", overrides), from: .zeppelin)
        #expect(result.rules.map(\.ids) == [["rule", "rule-2"]])
        #expect(result.text.contains("when: { channel: { is: [channel-5] } }"))
        #expect(result.text.contains("when: { not: { channel: { is: [channel-5] } } }"))
    }

    @Test(arguments: [
        ("triggers: [{ role_added: [\"1\"] }]\nactions: { alert: { text: x } }", "role_added"),
        ("triggers: [{ sticker_spam: { amount: 1, within: 1s } }]\nactions: { clean: true }", "sticker_spam"),
        ("triggers: [{ any_message: {} }]\nactions: { change_nickname: { name: x } }", "change_nickname"),
        ("triggers: [{ any_message: {} }]\nactions: { reply: \"{account_age}\" }", "reply"),
        ("triggers: [{ match_links: { phisherman: {} } }]\nactions: { clean: true }", "match_links: phisherman"),
    ])
    func `what cannot be carried over makes a rule incomplete and is named`(rule: String, key: String) throws {
        let result = try imported(automod(rule), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [false])
        #expect(result.rules.flatMap(\.remarks).map(\.key).contains(key))
    }
}
