import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests that rules grant no moderation rights to applications or to accounts whose kind is unknown.
@Suite struct ApplicationGuardTests {
    private static let rule = """
          - id: night-files
            trigger: message
            when: { text: { contains: bad } }
            then: [ask: { channel: mod-log, text: "sure?", approve: [ { react: ✅ } ], expires: 30m }]
        """

    private static var application: Member { Member(clan: 1, user: 8, roles: [21], isBot: true) }
    private static var unidentified: Member {
        var member = Member(clan: 1, user: 8, roles: [21])
        member.isUnidentified = true
        return member
    }

    @Test(arguments: [application, unidentified])
    func `applications and unidentified accounts cannot press a question's buttons`(member: Member) throws {
        let harness = try RuleEngineHarness(Self.rule, members: [member])
        harness.say("bad")
        let decision = harness.press("ask/1.night-files.0/approve", by: 8, at: 60)
        #expect(decision.actions.map(\.kind) == ["ephemeral"])
    }

    @Test func `a moderator can press a question's buttons`() throws {
        let harness = try RuleEngineHarness(Self.rule)
        harness.say("bad")
        #expect(harness.press("ask/1.night-files.0/approve", by: 8, at: 60).actions.map(\.kind).contains("react"))
    }

    /// An unidentified account may decide nothing, but rules still spare it.
    @Test(arguments: [application, unidentified])
    func `an unidentified account with a moderator role is not muted`(member: Member) throws {
        let rule = """
              - { id: mute-all, mode: enforce, trigger: message, when: { text: { contains: bad } }, except: { bots: false }, then: [{ mute: { for: 10m } }] }
            """
        let harness = try RuleEngineHarness(rule, members: [member])
        #expect(harness.say("bad", by: Author(id: 8, username: "mod")).actions == [])
        #expect(harness.say("bad").actions.map(\.kind).first == "mute")
    }

    @Test func `a directory observation of an older version decodes unchanged`() throws {
        let text = #"{"member":{"_0":"8","_2":{"clan":"1","isBot":false,"roles":["21"],"user":"8"},"of":"1"}}"#
        #expect(DirectoryObservation(text: text) == .member(8, of: 1, Member(clan: 1, user: 8, roles: [21])))
        #expect(DirectoryObservation.member(8, of: 1, Member(clan: 1, user: 8, roles: [21])).text == text)
    }
}
