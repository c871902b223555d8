import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Random events in two clans with the same members. Decisions in one clan are the same as if nothing happened in the other.
struct ClanIsolationTests {
    private static let names = """
        names:
          clans: { lab: "1", school: "2" }
          channels: { lab-log: "14", school-log: "24" }
          roles: { staff: "21", teacher: "22" }

        """
    private static let configuration = """
        moderation: { channel: lab-log, roles: [staff] }
        clans:
          school:
            bot: { prefix: "!", locale: vi, timezone: Asia/Ho_Chi_Minh }
            moderation: { channel: school-log, roles: [teacher] }
            defaults: { limits: { per_person: 4 } }
        ladders:
          standard:
            counter: strikes
            scope: user@clan
            steps: [{ at: 2, then: [warn] }, { at: 4, then: [{ mute: { for: 10m, in: here } }] }]

        """

    private static func rules(_ scope: String) -> String {
        """
          - { id: talking, trigger: message, when: { text: { contains: a } }, then: { reply: hi } }
          - { id: limited, trigger: message, when: { text: { contains: b } }, then: { reply: ho }, limits: { per_minute: 3 } }
          - { id: disabled, trigger: message, when: { text: { contains: c } }, then: { react: d }, limits: { per_minute: 9, on_exceed: disable } }
          - { id: cooling, trigger: message, then: { react: cooling }, cooldown: { per: \(scope), for: 20s } }
          - { id: counting, trigger: message, then: { counter: { add: { name: said, scope: \(scope) } } } }
          - { id: counted, trigger: message, when: { counter: { name: said, scope: \(scope), value: "> 12" } }, then: [{ react: counted }, { counter: { reset: { name: said, scope: \(scope) } } }] }
          - { id: crossing, trigger: { counter: { name: said, crosses: "> 7" } }, then: alert }
          - { id: flooded, trigger: message, when: { flood: { of: message, count: "> 5", within: 20s, per: \(scope) } }, then: { react: flooded } }
          - { id: repeated, trigger: message, when: { duplicate: { count: "> 4", within: 20s, per: \(scope), min_length: 3 } }, then: { react: repeated } }
          - { id: setting, trigger: message, when: { text: { contains: b } }, then: { set: { var: last, scope: \(scope), value: "{{ message.text }}" } } }
          - { id: reading, trigger: message, when: { var: { name: last, scope: \(scope), is: b a b } }, then: { react: reading } }
          - { id: alarming, trigger: message, when: { text: { contains: raid } }, then: { set_level: raid } }
          - { id: alarmed, trigger: message, when: { level: raid }, then: { react: alarmed } }
          - { id: punishing, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: { escalate: { ladder: standard } } }
          - { id: asking, trigger: { command: rules }, then: { reply: "{{ event.time | time }}" } }
        """
    }

    /// The events in order of time; each belongs to one of the clans.
    private static func acts(_ seed: UInt64) -> [(clan: ClanID, author: Author, text: String, at: Double)] {
        var random = SplitMix64(seed: seed)
        var at = 0.0
        return (0..<250).map { _ in
            at += Double.random(in: 0.05...2, using: &random)
            let text = ["a", "b", "c", "b a b", "raid", "bad", "*rules", "!rules", "hello"].randomElement(using: &random) ?? ""
            let user = UserID(Int64.random(in: 5...7, using: &random))
            return (Bool.random(using: &random) ? 1 : 2, Author(id: user, username: "\(user)"), text, at)
        }
    }

    @Test(arguments: ["user", "rule", "clan", "channel", "user+channel", "user@clan"], 0..<2 as Range<UInt64>)
    func `events in one clan do not change decisions in another`(scope: String, seed: UInt64) throws {
        /// Returns the decisions in a clan, either with all events or with the events of that clan alone.
        func decided(in clan: ClanID, alone: Bool) throws -> [RuleDecision] {
            let harness = try RuleEngineHarness(
                Self.rules(scope), names: Self.names, configuration: Self.configuration,
                members: [ClanID(1), 2].flatMap { clan in [UserID(5), 6, 7].map { Member(clan: clan, user: $0) } },
                channels: [
                    Channel(id: 11, clan: 1, label: "general"), Channel(id: 14, clan: 1, label: "mod-log"),
                    Channel(id: 21, clan: 2, label: "general"), Channel(id: 24, clan: 2, label: "mod-log"),
                ])
            var decisions: [RuleDecision] = []
            for act in Self.acts(seed) {
                if act.clan == clan || !alone {
                    var decision = harness.say(
                        act.text, by: act.author, in: act.clan == 1 ? 11 : 21, clan: act.clan, at: act.at)
                    decision.ticket = 0
                    if act.clan == clan { decisions.append(decision) }
                } else {
                    // Keeps the entry's sequence number without an event that any rule handles.
                    harness.feed(.unknown(field: 99), at: act.at)
                }
            }
            return decisions
        }
        for clan in [ClanID(1), 2] {
            let together = try decided(in: clan, alone: false)
            #expect(together == (try decided(in: clan, alone: true)))
            // Ensures that every rule has something to decide.
            #expect(together.flatMap(\.authors).contains("system:rule-limits"))
            #expect(together.flatMap(\.cases).count > 0)
        }
    }

    private static let conversations: [(Author, ChannelID)] = [
        (Author(id: 5, username: "binh"), 90), (Author(id: 7, username: "an"), 91),
    ]

    private static func conversation(_ rules: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            rules,
            channels: RuleEngineHarness.channels + [Channel(id: 91, clan: 0, kind: .direct, label: "an")])
    }

    @Test(arguments: ["clan", "rule"])
    func `values of the clan scope are kept per direct conversation`(scope: String) throws {
        let harness = try Self.conversation(
            """
              - { id: keep, trigger: message, when: { text: { contains: keep } }, then: { set: { var: note, scope: \(scope), value: "{{ author.name }}" } } }
              - { id: read, trigger: message, when: { text: { contains: read } }, then: { reply: "{{ vars.note | default: nothing }}" } }
              - { id: count, trigger: message, then: { counter: { add: { name: said, scope: \(scope) } } } }
              - { id: counted, trigger: message, when: { counter: { name: said, scope: \(scope), value: "> 1" } }, then: { react: counted } }
            """)
        func says(_ text: String, _ conversation: Int) -> [Action] {
            let (author, channel) = Self.conversations[conversation]
            return harness.say(text, by: author, in: channel, clan: 0).actions
        }
        #expect(says("keep", 0) == [])
        #expect(says("read", 1) == [.reply("nothing")])
        #expect(says("read", 0) == [.reply("binh"), .react("counted")])
    }

    @Test func `a flood or a cooldown of one direct conversation does not count in another`() throws {
        let harness = try Self.conversation(
            """
              - { id: flooded, trigger: message, when: { flood: { of: message, count: "> 1", within: 20s, per: clan } }, then: { react: flooded } }
              - { id: cooling, trigger: message, then: { react: warm }, cooldown: { per: rule, for: 20s } }
            """)
        for (author, channel) in Self.conversations {
            #expect(harness.say("hi", by: author, in: channel, clan: 0).actions == [.react("warm")])
        }
    }
}
