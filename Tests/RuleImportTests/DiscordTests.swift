import RuleEngine
import RuleImport
import Testing

struct DiscordTests {
    private func rule(_ trigger: Int, _ metadata: String) -> String {
        #"[{"name":"r","trigger_type":\#(trigger),"enabled":true,"trigger_metadata":\#(metadata),"actions":[{"type":1}]}]"#
    }

    @Test(arguments: [
        (#"{"keyword_filter":["nitro"]}"#, ["free NITRO!"], ["nitros", "xnitro"]),
        (#"{"keyword_filter":["hack*","*coin","*scam*"]}"#, ["hackers", "bitcoin", "unscammed"], ["whack", "coins", "scm"]),
        (#"{"keyword_filter":["discord.gg/*","*.top*"]}"#, ["discord.gg/abc", "a.topper"], ["xdiscord.gg/abc", "a top"]),
        (#"{"keyword_filter":["steam gift 50$"]}"#, ["a steam gift 50$"], ["steam gift 500"]),
        (#"{"keyword_filter":["хуй*"]}"#, ["Хуйня"], ["страхуй"]),
        (#"{"regex_patterns":["Free\\s+stuff"]}"#, ["Free  stuff"], ["free stuff"]),
        (#"{"regex_patterns":["(?i)\\bdisc[o0]rd\\b\\.gg"]}"#, ["DISC0RD.gg"], ["discords.gg"]),
        (#"{"keyword_filter":["*give*"],"allow_list":["forgive*"]}"#, ["giveaway", "forgiven? give!"], ["forgiven"]),
        (#"{"regex_patterns":["give"],"allow_list":["forgive"]}"#, ["give"], ["forgive me"]),
    ])
    func `a keyword finds what Discord finds`(metadata: String, hits: [String], misses: [String]) throws {
        try expect(rule(1, metadata), from: .discord, hits: hits, misses: misses)
    }

    @Test func `mentions of users and roles count together`() throws {
        let rules = try imported(rule(5, #"{"mention_total_limit":2}"#), from: .discord)
        #expect(rules.rules.map(\.isComplete) == [true])
        _ = try compiled(rules)
        #expect(rules.text.contains(#"    when: { mentions: { total: "> 2" } }"#))
    }

    @Test(arguments: [(3, "{}"), (4, #"{"presets":[1]}"#), (6, #"{"keyword_filter":["x"]}"#), (9, "{}")])
    func `rules by which Discord judges itself are incomplete`(trigger: Int, metadata: String) throws {
        #expect(try imported(rule(trigger, metadata), from: .discord).rules.map(\.isComplete) == [false])
    }

    @Test(arguments: [#"{"rules":[RULE]}"#, "RULE", "[RULE]", "\t[\n\t\tRULE\n\t]"])
    func `rules are read alone, in a list and in a map`(form: String) throws {
        let json = form.replacing("RULE", with: rule(1, #"{"keyword_filter":["\ud83d\ude80"]}"#).dropFirst().dropLast())
        let result = try imported(json, from: .discord)
        #expect(result.rules.count == 1 && result.text.contains("🚀"))
    }
}
