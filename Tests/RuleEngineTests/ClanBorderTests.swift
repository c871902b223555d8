import BotKit
import ChatModel
import Testing

@testable import RuleEngine

/// Rules of two clans, of which the second has no moderator channel.
@Suite struct ClanBorderTests {
    private static let channels =
        RuleEngineHarness.channels + [Channel(id: 41, clan: 2, label: "shop"), Channel(id: 42, clan: 2, label: "shop-mods")]
    private static let members =
        RuleEngineHarness.members + [Member(clan: 2, user: 8), Member(clan: 2, user: 6, roles: [21]), Member(clan: 2, user: 5)]
    private static let names = RuleEngineHarness.names.replacing(
        "mod-log: \"14\"", with: "mod-log: \"14\", shop: \"41\", shop-mods: \"42\""
    ).replacing("lab: \"1\"", with: "lab: \"1\", bazaar: \"2\"")

    private func harness(
        _ then: String, moderation: String = RuleEngineHarness.moderation, members: [Member] = members,
        channels: [Channel] = channels, hasSeveralClans: Bool = true
    ) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            "  - { id: a, title: A, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [ \(then) ] }",
            names: Self.names, configuration: moderation, members: members, channels: channels,
            hasSeveralClans: hasSeveralClans)
    }

    private func inShop(_ harness: RuleEngineHarness, by author: Author = RuleEngineHarness.binh) -> RuleDecision {
        harness.say("bad", by: author, in: 41, clan: 2)
    }

    @Test(arguments: [
        "alert", "alert: mod-log", "alert: { to: mod-log, text: hi }", "ask: { approve: [kick] }",
        "ask: { channel: mod-log, approve: [kick] }",
    ])
    func `moderators get no alert about another clan`(then: String) throws {
        let harness = try harness(then)
        let decision = inShop(harness)
        #expect(decision.actions == [])
        #expect(harness.recorded.flatMap(\.storedEntries).contains { $0.kind == "question" } == false)
        #expect(harness.say("bad").actions.map(\.kind) == ["send"])
    }

    @Test(arguments: ["alert", "alert: mod-log", "report: spam", "ask: { approve: [delete] }"])
    func `moderators are alerted about a channel of another network`(then: String) throws {
        let network = "connections: { net: { irc: { host: irc.example, nick: bot }, channels: { hall: \"#hall\" } } }\n"
        let hall = Channel(id: ChannelID(connection: "net", channel: "#hall"), clan: ClanID(connection: "net"), label: "hall")
        let harness = try harness(then, moderation: RuleEngineHarness.moderation + network, channels: Self.channels + [hall])
        let decision = harness.say("bad", in: hall.id, clan: hall.clan)
        let destinations = decision.actions.compactMap { if case .send(_, let channel) = $0 { channel } else { nil } }
        #expect(destinations == [14])
    }

    @Test func `a failed delivery to another network is reported to moderators`() throws {
        let hall = Channel(id: ChannelID(connection: "net", channel: "#hall"), clan: ClanID(connection: "net"), label: "hall")
        let harness = try harness("alert", channels: Self.channels + [hall])
        let failure = SystemEvent.Failure(
            cause: 1, author: "rule:a", action: "relay", clan: hall.clan, channel: hall.id, reason: "refused",
            at: RuleEngineHarness.start)
        #expect(harness.feed(.system(.failed(failure))).actions.map(\.kind) == ["send"])
        let directory = DirectoryLookup(
            member: { _, _ in nil }, channel: { id in Self.channels.first { $0.id == id } }, clan: { _ in nil },
            channels: { _ in [] }, hasSeveralClans: { true })
        #expect(harness.set.alerts(in: hall.clan, seeing: directory) == 14)
        #expect(harness.set.alerts(in: 2, seeing: directory) == nil)
    }

    @Test func `a report in another clan records a case and sends no alert`() throws {
        let decision = inShop(try harness("report: spam"))
        #expect(decision.actions == [])
        #expect(decision.cases.map(\.clan) == [2])
    }

    @Test func `an action on another clan's channel is skipped, and the trace names the channel`() throws {
        let decision = inShop(try harness("alert: mod-log"))
        #expect(decision.results.map(\.reason) == ["text.contains found 'bad'; channel 14 belongs to another clan"])
    }

    @Test func `an event belongs to the clan of its channel, regardless of its clan field`() throws {
        let harness = try harness("alert")
        #expect(harness.say("bad", in: 41, clan: 1).actions == [])
        #expect(harness.say("bad", in: 11, clan: 2).actions.map(\.kind) == ["send"])
    }

    private static let question = "1.a.0"

    @Test func `a question is answered only in its channel and by moderators of its clan`() throws {
        let harness = try harness(
            "ask: { approve: [kick] }", moderation: "moderation: { channel: mod-log, roles: [staff], users: [\"6\"] }\n")
        harness.say("bad")
        let approve = "ask/\(Self.question)/approve"
        for (user, channel) in [(UserID(6), ChannelID(42)), (8, 42), (8, 11), (5, 14)] {
            #expect(
                harness.press(approve, by: user, in: channel).actions == [
                    .ephemeral("Only moderators may decide this.", to: user)
                ])
        }
        #expect(harness.press(approve, by: 8, in: 14).actions.count == 2)
    }

    @Test func `by_role counts only roles in the clan of the question`() throws {
        let harness = try harness("ask: { approve: [kick], by_role: staff }")
        harness.say("bad")
        let approve = "ask/\(Self.question)/approve"
        #expect(harness.press(approve, by: 6, in: 14).actions.map(\.kind) == ["ephemeral"])
        #expect(harness.press(approve, by: 6, in: 42).actions.map(\.kind) == ["ephemeral"])
        #expect(harness.press(approve, by: 8, in: 14).actions.count == 2)
    }

    @Test func `a moderator of one clan is an ordinary member in another`() throws {
        let moderation = "moderation: { channel: mod-log, users: [mai] }\n"
        let mai = RuleEngineHarness.moderator
        #expect(try harness("kick", moderation: moderation).say("bad", by: mai).actions == [])
        #expect(inShop(try harness("kick", moderation: moderation), by: mai).actions == [.member(.kick(8, of: 2, reason: "A"))])
    }

    @Test(arguments: ["roles: [staff]", "channel: shop-mods", "users: []", "channel: shop-mods, users: [an]"])
    func `a clan's own moderation section inherits no users`(section: String) throws {
        let configuration = """
            moderation: { channel: mod-log, users: [mai] }
            clans: { bazaar: { moderation: { \(section) } } }

            """
        let mai = RuleEngineHarness.moderator
        let harness = try harness("kick", moderation: configuration)
        #expect(harness.say("bad", by: mai).actions == [])
        #expect(inShop(harness, by: mai).actions == [.member(.kick(8, of: 2, reason: "A"))])
    }

    @Test func `users in a clan's own moderation section moderate that clan alone, without a channel there`() throws {
        let configuration = """
            moderation: { channel: mod-log, roles: [staff] }
            clans: { bazaar: { moderation: { users: [mai] } } }

            """
        let plain = [Member(clan: 1, user: 8), Member(clan: 2, user: 8)]
        let mai = RuleEngineHarness.moderator
        let harness = try harness("kick", moderation: configuration, members: plain)
        #expect(inShop(harness, by: mai).actions == [])
        #expect(harness.say("bad", by: mai).actions == [.member(.kick(8, of: 1, reason: "A"))])
    }

    @Test func `exempt users do not moderate a clan whose section leaves out the moderators of the top level`() throws {
        let configuration = """
            defaults: { except: { users: [an] } }
            moderation: { channel: mod-log, users: [mai] }
            clans: { bazaar: { moderation: { channel: shop-mods } } }

            """
        let harness = try harness("ask: { approve: [kick] }", moderation: configuration)
        _ = inShop(harness)
        #expect(
            harness.press("ask/1.a.0/approve", by: 7, in: 42).actions == [.ephemeral("Only moderators may decide this.", to: 7)])
    }

    @Test(arguments: [true, false], ["moderation: { users: [mai] }\n", "moderation: { channel: mod-log, users: [mai] }\n"])
    func `without a known moderation channel, users moderate the only clan and none of several`(
        hasSeveralClans: Bool, moderation: String
    ) throws {
        let harness = try harness(
            "kick", moderation: moderation, channels: Self.channels.filter { $0.id != 14 }, hasSeveralClans: hasSeveralClans)
        let kick = Action.member(.kick(8, of: 1, reason: "A"))
        #expect(harness.say("bad", by: RuleEngineHarness.moderator).actions == (hasSeveralClans ? [kick] : []))
        let directory = DirectoryLookup(
            member: { user, clan in Member(clan: clan, user: user) }, channel: { _ in nil }, clan: { _ in nil },
            channels: { _ in [] }, hasSeveralClans: { hasSeveralClans })
        #expect(harness.set.isModerator(8, of: 1, seeing: directory) != hasSeveralClans)
    }

    @Test(arguments: ["alert", "alert: mod-log"])
    func `moderators are alerted in an unknown channel only if there is one clan`(then: String) throws {
        let channels = Self.channels.filter { $0.id != 14 }
        #expect(try harness(then, channels: channels, hasSeveralClans: false).say("bad").actions.map(\.kind) == ["send"])
        #expect(try harness(then, channels: channels).say("bad").actions == [])
    }

    @Test func `mute skips channels of another clan`() throws {
        let decision = try harness("mute: { for: 10m, in: [general, shop] }").say("bad")
        #expect(decision.cases.map(\.inverses) == [[.unmute(5, in: 11)]])
        #expect(decision.results[0].reason.hasSuffix("channel 41 belongs to another clan"))
        #expect(inShop(try harness("mute: { for: 10m, in: [general] }")).actions == [])
    }

    @Test func `mute in a direct message channel has no effect`() throws {
        let decision = try harness("mute: { for: 10m, in: [general, shop] }").say("bad", in: 90, clan: 0)
        #expect(decision.actions == [] && decision.cases == [])
    }

    @Test func `a failed delivery is reported only to the moderators of its clan`() throws {
        let harness = try harness("kick")
        func failure(_ clan: ClanID, _ channel: ChannelID) -> Event {
            .system(
                .failed(
                    .init(
                        cause: 1, author: "rule:a", action: "kick", clan: clan, channel: channel, reason: "no",
                        at: RuleEngineHarness.start)))
        }
        #expect(harness.feed(failure(2, 41)).actions == [])
        #expect(harness.feed(failure(1, 11)).actions == [.send("⚠ rule:a: kick did not work in Lab/#general: no", to: 14)])
    }

    @Test func `flood counts and deletes bursts within one clan`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: flood
                mode: enforce
                trigger: message
                when: { flood: { of: message, count: "> 2", within: 10s, per: user } }
                then: { delete: { scope: burst } }
            """, names: Self.names, channels: Self.channels)
        harness.say("one", in: 41, clan: 2)
        harness.say("two", in: 11)
        #expect(harness.say("three", in: 11).actions == [])
        #expect(harness.say("four", in: 11).actions == [.delete(101, of: 11), .delete(102, of: 11), .delete()])
    }
}
