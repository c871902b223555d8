import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SetStatusActionTests {
    static let actions: [(String, String)] = [
        ("set_status: \"Asked by {{ author.name }}\"", "Asked by Bình"), ("set_status: { text: \" on   duty \" }", "on duty"),
        ("set_status: \"\"", ""), ("set_status: \"\(String(repeating: "x", count: 200))\"", String(repeating: "x", count: 128)),
    ]

    @Test(arguments: actions)
    func `a status action changes the bot's status in the clan of the event`(action: String, expected: String) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == [.clan(.status(expected, of: 1))])
    }

    @Test(arguments: ["clans: lab", "channels: general"])
    func `a schedule sets the status of the clan that its rule names`(scope: String) throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: { schedule: day at 09:00 }
                in: { \(scope) }
                then: { set_status: open }
                tests: [{ name: opening, expect: { hit: true, actions: set_status } }]
            """)
        #expect(harness.set.failedTests() == [])
        let job = try #require(harness.set.jobs(after: RuleEngineHarness.start).first).job
        let due = harness.feed(.system(.due(.init(author: "rule:a", job, at: RuleEngineHarness.start))))
        #expect(due.actions == [.clan(.status("open", of: 1))])
    }

    @Test(arguments: [
        ("trigger: { schedule: day at 09:00 }", "nothing-to-act-on"), ("trigger: manual", "nothing-to-act-on"),
    ])
    func `a status without a clan is an error`(trigger: String, code: String) throws {
        let found = try RuleEngineHarness.compile("  - { id: a, \(trigger), then: { set_status: open } }").1
        #expect(found.map { $0.split(separator: " ").last.map(String.init) } == [code])
    }

    @Test func `the status of another member cannot be changed`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { set_status: { to: author, text: x } } }"
        ).1
        #expect(found.map { $0.split(separator: " ").last } == ["not-possible"])
    }

    @Test func `traces have the names that actions have in rules`() {
        #expect(ClanAction.status("", of: 1).kind == SetStatusAction.name)
        #expect(ClanAction.createChannel(NewChannel(""), of: 1).kind == CreateChannelAction.name)
        #expect(ClanAction.archiveChannel(1).kind == ArchiveChannelAction.name)
        #expect(ClanAction.nickname("", of: 1).kind == NicknameAction.name)
    }

    @Test func `a status shows no text of a private channel that the rule does not name`() throws {
        let rule = "  - { id: a, trigger: message, then: { set_status: \"{{ message.text }}\" } }"
        let harness = try RuleEngineHarness(rule)
        #expect(harness.say("confidential", in: 14).actions == [])
        #expect(harness.say("hello").actions == [.clan(.status("hello", of: 1))])
        #expect(harness.say("hello", in: 90, clan: 0).actions == [])
    }
}
