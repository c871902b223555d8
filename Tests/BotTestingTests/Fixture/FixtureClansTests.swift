import BotKit
import Foundation
import MezonBotApp
import Storage
import Testing

@testable import BotTesting

/// Tests fixtures and recordings with several clans, direct messages, bans and voice.
@Suite(.timeLimit(.minutes(15)))
struct FixtureClansTests {
    /// Replies with the kind of its channel, and reports bans and voice events.
    private struct Porter: Bot {
        static let manifest = Manifest("porter", needs: [.reply, .send])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            message.text == "where" ? [.reply(context.clan.isNone ? "in private" : "in a clan")] : []
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            switch event {
            case .banChanged(let change): [.send(change.isLifted ? "may write" : "may not write")]
            case .voiceJoined: [.send("talks")]
            case .voiceLeft: [.send("is quiet")]
            default: []
            }
        }
    }

    private static let clan = """
        {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","id":"lab","channels":[{"id":"general"},{"id":"stage","type":10},\
        {"id":"hall","clan":"annex"},{"id":"cellar","clan":"annex","members":["u2"]},{"id":"@u1","type":3},\
        {"id":"friends","type":2,"members":["u1","u2"]}],\
        "members":[{"id":"u1","name":"an","clans":["annex"]},{"id":"u2","name":"binh","clans":["annex"]}]}
        """

    private static let story = """
        \(clan)
        {"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"where"}
        {"after":1,"expect":[{"reply":{"to":"m1","text":"in a clan"}}]}
        {"seq":2,"kind":"message","ch":"hall","id":"m2","by":"u1","text":"where"}
        {"after":2,"expect":[{"reply":{"to":"m2","text":"in a clan"}}]}
        {"seq":3,"kind":"message","ch":"cellar","id":"m3","by":"u2","text":"where"}
        {"after":3,"expect":[{"reply":{"to":"m3","text":"in a clan"}}]}
        {"seq":4,"kind":"message","ch":"@u1","id":"m4","by":"u1","text":"where"}
        {"after":4,"expect":[{"reply":{"to":"m4","text":"in private"}}]}
        {"seq":5,"kind":"message","ch":"friends","id":"m5","by":"u2","text":"where"}
        {"after":5,"expect":[{"reply":{"to":"m5","text":"in private"}}]}
        {"seq":6,"kind":"ban","user":"u1","ch":"general","for":"10m"}
        {"after":6,"expect":[{"send":{"in":"general","text":"may not write"}}]}
        {"seq":7,"kind":"ban","user":"u1","ch":"general","lifted":true}
        {"after":7,"expect":[{"send":{"text":"may write"}}]}
        {"seq":8,"kind":"voice","by":"u1","ch":"stage"}
        {"after":8,"expect":[{"send":{"in":"stage","text":"talks"}}]}
        {"seq":9,"kind":"voice","by":"u1","ch":"stage","left":true}
        {"after":9,"expect":[{"send":{"text":"is quiet"}}]}
        {"seq":10,"kind":"leave","by":"u1","clan":"annex"}
        {"seq":11,"kind":"join","by":"u1","clan":"annex"}

        """

    @Test func `clans, direct messages, bans and voice are played as written`() async throws {
        let outcome = try await Fixture(text: Self.story).replay(Porter.self)
        #expect(outcome.differences == [], "\(outcome.transcript)")
        #expect(outcome.events == 11)
    }

    @Test(arguments: [false, true])
    func `clans, direct messages, bans and voice are recorded and replayed equally`(keepsText: Bool) async throws {
        var script = TestClanSetup()
        script.channels = [
            .init(name: "general"), .init(name: "stage", kind: .voice), .init(name: "hall", clan: "annex"),
            .init(name: "cellar", clan: "annex", members: ["binh"]), .init(name: "@an", kind: .direct),
            .init(name: "friends", kind: .group, members: ["an", "binh"]),
        ]
        for index in script.people.indices { script.people[index].clans = ["annex"] }
        let plan = try TestClanConfiguration.plan(
            bots: [Porter(options: .init())], rules: nil, channels: ["general"], zone: "UTC")
        let clan = try await TestClan(script, plan)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        for place in ["general", "general", "hall", "@an", "friends"] { try await an.says("where", in: place) }
        try await binh.says("where", in: "cellar")
        _ = try await clan.ban(an, in: "general", for: .seconds(600), isLifted: false)
        _ = try await clan.ban(an, in: "general", for: nil, isLifted: true)
        _ = try await clan.talk(true, an, in: "stage")
        _ = try await clan.talk(false, an, in: "stage")
        _ = try await an.leave("annex")
        _ = try await clan.welcome(an, to: "annex")
        let reader = try JournalReader(folder: await clan.runtime.path)
        let recording = try await FixtureRecorder(reader, plan, keepsText: keepsText).record(since: nil, channel: nil)
        #expect(recording.events == 12, "\(recording.text)")
        #expect(recording.leftOut == [:], "\(recording.text)")
        for word in ["annex", "cellar", "hall"] { #expect(!recording.text.contains(word), "\(recording.text)") }
        let outcome = try await Fixture(text: recording.text).replay(Porter.self)
        #expect(outcome.differences == [], "\(recording.text)\n\(outcome.transcript)")
    }

    @Test(arguments: [
        (#"{"id":"an","type":3}"#, "a direct message channel is named '@' and the user, not 'an'"),
        (#"{"id":"friends","type":2}"#, "the group 'friends' needs 'members'"),
        (#"{"id":"@nobody","type":3}"#, "the channel '@nobody' names 'nobody', who is not a member"),
    ])
    func `an invalid channel in a fixture is reported with its line`(channel: String, message: String) {
        let text = #"{"v":1,"kind":"clan","channels":[\#(channel)],"members":[{"id":"u1"}]}"#
        #expect(throws: FixtureError.mistakes([.init(line: 1, message: message)])) { try Fixture(text: text) }
    }
}
