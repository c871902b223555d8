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
        ("match_regex: { patterns: ['(?![ツ])[\\u30A0-\\u30FF]+'] }", ["アツ", "ツア"], ["ツ", "ツツ", "abc"]),
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
        ("triggers: [{ any_message: {} }]\nactions: { change_nickname: { name: x } }", "change_nickname"),
        ("triggers: [{ any_message: {} }]\nactions: { reply: \"{account_age}\" }", "reply"),
        ("triggers: [{ match_links: { phisherman: {} } }]\nactions: { clean: true }", "match_links: phisherman"),
    ])
    func `what cannot be carried over makes a rule incomplete and is named`(rule: String, key: String) throws {
        let result = try imported(automod(rule), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [false])
        #expect(result.rules.flatMap(\.remarks).map(\.key).contains(key))
    }

    @Test func `a role that is given or taken triggers a rule about its member`() throws {
        let result = try imported(
            automod("triggers: [{ role_added: [\"1\", \"2\"] }, { role_removed: \"3\" }]\nactions: { remove_roles: [\"4\"] }"),
            from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true])
        #expect(result.text.contains("trigger: { role_changed: { role: [role-1, role-2], change: added } }"))
        #expect(result.text.contains("trigger: { role_changed: { role: [role-3], change: removed } }"))
        _ = try compiled(result)
    }

    @Test func `stickers are counted, and the four levels are told apart`() throws {
        let result = try imported(
            automod(
                "triggers: [{ sticker_spam: { amount: 5, within: 10s } }, { antiraid_level: { level: low } }]\n"
                    + "actions: { set_antiraid_level: medium }"),
            from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true])
        #expect(result.text.contains("of: sticker") && result.text.contains("trigger: { level: guarded }"))
        #expect(result.text.contains("set_level: raised"))
        _ = try compiled(result)
    }

    @Test func `the command for levels is a rule for each, for those who may set them`() throws {
        let overrides = """
              overrides:
                - { level: ">=50", config: { can_set_antiraid: true } }
                - { extra: { antiraid_level: low }, config: { rules: { rule: { enabled: false } } } }
            levels: { "7": 100 }
            """
        let result = try imported(
            automod("triggers: [{ any_message: {} }]\nactions: { clean: true }", overrides), from: .zeppelin)
        #expect(result.rules.map(\.ids.count) == [5] && result.rules.map(\.isComplete) == [true])
        #expect(result.text.contains("trigger: { command: antiraid }") && result.text.contains("set_level: guarded"))
        #expect(result.text.contains("author: { has_role: [role-7] }"))
        #expect(try findings(in: result) == [])
    }

    @Test func `overrides for different levels never hold together`() throws {
        let overrides = """
              overrides:
                - { extra: { antiraid_level: low }, config: { rules: { rule: { actions: { clean: false, warn: { reason: a } } } } } }
                - { extra: { antiraid_level: high }, config: { rules: { rule: { actions: { clean: false, kick: { reason: b } } } } } }
            """
        let result = try imported(
            automod("triggers: [{ any_message: {} }]\nactions: { clean: true }", overrides), from: .zeppelin)
        #expect(result.rules.map(\.ids.count) == [7], "three variants and four commands")
        #expect(try findings(in: result) == [])
    }

    @Test func `a pattern that normalized texts never match is left out`() throws {
        let result = try imported(
            automod(
                "triggers: [{ match_regex: { patterns: ['[\\u0400-\\u04FF]+', 'abc'], normalize: true } }]\nactions: { clean: true }"
            ),
            from: .zeppelin)
        #expect(result.rules.map(\.isAdapted) == [true] && !result.text.contains("0400") && result.text.contains("abc"))
    }

    private func counters(_ trigger: String) -> String {
        """
        automod:
          config:
            rules:
              count: { triggers: [{ any_message: {} }], actions: { add_to_counter: { counter: c } } }
              given: { triggers: [{ counter_trigger: { counter: c, trigger: t } }], actions: { add_roles: ["1"] } }
              taken: { triggers: [{ counter_trigger: { counter: c, trigger: t, reverse: true } }], actions: { remove_roles: ["1"] } }
        counters:
          config: { counters: { c: { per_user: true, triggers: { t: \(trigger) }, decay: { amount: 1, every: 1h } } } }
        """
    }

    @Test func `the way back of a counter triggers when it decays`() throws {
        let result = try imported(counters("\">=5\""), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true, true, true] && result.rules.map(\.ids.count) == [1, 1, 1])
        #expect(result.text.contains(#"trigger: { counter: { name: c, crosses: "< 5", direction: down } }"#))
        #expect(result.counters == ["c: { scope: user@clan, decay: { by: 1, every: 1h } }"])
        #expect(result.text.contains("# counters:\n#   c: { scope"))
        #expect(try findings(in: result) == [])
    }

    @Test func `a longer way back is remembered`() throws {
        let result = try imported(counters("{ condition: \">=5\", reverse_condition: \"<1\" }"), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true, true, true] && result.rules.map(\.ids.count) == [1, 3, 1])
        #expect(result.text.contains("when: { not: { var: { name: c-t, scope: user@clan, is: reached } } }"))
        #expect(result.text.contains("when: { var: { name: c-t, scope: user@clan, is: reached } }"))
        #expect(result.text.contains("set: { var: c-t, scope: user@clan, value: over }"))
        #expect(try findings(in: result) == [])
    }

    @Test func `a counter that is equal to a value is reached from both sides and left by both`() throws {
        let result = try imported(counters("\"=5\""), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true, true, true] && result.rules.map(\.ids.count) == [1, 1, 3])
        #expect(result.text.contains(#"- counter: { name: c, crosses: "5", direction: up }"#), "\(result.text)")
        #expect(result.text.contains(#"- counter: { name: c, crosses: "5", direction: down }"#))
        #expect(result.text.contains(#"- counter: { name: c, crosses: "> 5", direction: up }"#))
        #expect(result.text.contains("when: { var: { name: c-t, scope: user@clan, is: reached } }"))
        #expect(try findings(in: result) == [])
    }

    @Test func `a counter that differs from a value is incomplete in its first change alone`() throws {
        let result = try imported(counters("\"!=5\""), from: .zeppelin)
        #expect(result.rules.map(\.isComplete) == [true, false, true])
        #expect(result.text.contains("when: { var: { name: c-t, scope: user@clan, is: over } }"), "\(result.text)")
        #expect(!result.text.contains("mode: disabled"))
        #expect(try findings(in: result) == [])
    }

    @Test(arguments: [("\"=0\"", "trigger: { counter: { name: c, crosses: \"0\", direction: down } }")])
    func `a counter comes to zero from above alone`(trigger: String, line: String) throws {
        let result = try imported(counters(trigger), from: .zeppelin)
        #expect(result.text.contains(line) && result.text.contains("crosses: \"> 0\", direction: up"), "\(result.text)")
        #expect(try findings(in: result) == [])
    }

    @Test(arguments: [
        ("\"~5\"", "'~5' is no comparison of a counter with a number"), ("\"=x\"", "'=x' is no comparison"),
        ("{ condition: \">=5\", reverse_condition: \"never\" }", "'never' is no comparison"),
        ("{ condition: \"!=5\", reverse_condition: \"=9\" }", "a reverse condition that is not its opposite"),
        ("{}", "the counter 'c' has no trigger 't' in this file"),
    ])
    func `a condition of a counter that cannot be expressed is named with its reason`(trigger: String, reason: String) throws {
        let result = try imported(counters(trigger), from: .zeppelin)
        let remarks = result.rules.flatMap(\.remarks)
        #expect(remarks.map(\.key) == ["counter_trigger", "counter_trigger"])
        #expect(result.text.split(separator: "mode: disabled").count == 3)
        #expect(remarks.allSatisfy { $0.reason.contains(reason) }, "\(remarks)")
    }

    @Test func `a counter that the file does not have is named`() throws {
        let text = counters("\"=5\"").replacing("counters: { c:", with: "counters: { d:")
        let remarks = try imported(text, from: .zeppelin).rules.flatMap(\.remarks)
        #expect(remarks.first?.reason == "there is no counter 'c' in this file")
    }
}
