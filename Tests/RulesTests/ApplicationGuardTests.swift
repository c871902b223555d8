import BotKit
import Foundation
import MezonModel
import Testing

@testable import Rules

/// What rules let applications do, and accounts of which nothing is known yet.
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
    func `a button of a question is pressed in vain by an application and by who may be one`(member: Member) throws {
        let house = try RuleEngineHarness(Self.rule, members: [member])
        house.say("bad")
        let conclusion = house.press("ask/1.night-files.0/approve", by: 8, at: 60)
        #expect(conclusion.actions.map(\.kind) == ["ephemeral"])
    }

    @Test func `a moderator stays one`() throws {
        let house = try RuleEngineHarness(Self.rule)
        house.say("bad")
        #expect(house.press("ask/1.night-files.0/approve", by: 8, at: 60).actions.map(\.kind).contains("react"))
    }

    /// They may decide nothing yet, but rules spare them all the same.
    @Test(arguments: [application, unidentified])
    func `an account with a moderator's role is not muted by a rule before anybody knows what it is`(member: Member) throws {
        let rule = """
              - { id: mute-all, mode: enforce, trigger: message, when: { text: { contains: bad } }, except: { bots: false }, then: [{ mute: { for: 10m } }] }
            """
        let house = try RuleEngineHarness(rule, members: [member])
        #expect(house.say("bad", by: Author(id: 8, username: "mod")).actions == [])
        #expect(house.say("bad").actions.map(\.kind).first == "mute")
    }

    @Test func `what a decision saw of an older build is read as it was`() throws {
        let text = #"{"member":{"_0":"8","_2":{"clan":"1","isBot":false,"roles":["21"],"user":"8"},"of":"1"}}"#
        #expect(DirectoryObservation(text: text) == .member(8, of: 1, Member(clan: 1, user: 8, roles: [21])))
        #expect(DirectoryObservation.member(8, of: 1, Member(clan: 1, user: 8, roles: [21])).text == text)
    }
}
