import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

struct CaseServiceTests {
    private static func undo(_ docket: CaseTestStore, _ cases: [Int64]) -> Event {
        .system(
            .undo(
                SystemEvent.Undo(
                    cases: cases, by: "an", clan: .test, channel: .general, inverses: [], at: docket.testStore.time.now))
        )
    }

    @Test func `an undone case is reversed, marked and reported to moderators`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let caseService = CaseService(
            reader: try caseStore.testStore.store.reader, settings: try caseStore.settings(channel: .random))
        let answer = try #require(try await caseStore.contributions(of: caseService, about: Self.undo(caseStore, [1])).first)
        #expect(answer.actions.first == .member(.unmute(102, in: .general)))
        // In the channel of the command and in the moderators' channel.
        #expect(answer.actions.dropFirst().map(\.kind) == ["send", "send"])
        #expect(answer.caseChanges == [CaseChange(1, .undone(by: "an"))])
    }

    @Test func `a moderator named like the command line is answered in chat and recorded by user id`() async throws {
        let docket = try await CaseTestStore()
        try await docket.open([docket.mute()])
        let store = try docket.testStore.store
        let settings = try docket.settings(moderator: 103)
        let explainer = Explainer(reader: store.reader, lookup: .unknown, zone: .gmt)
        let message = Message.make(text: "*undo 1", by: Author(id: 103, username: SystemEvent.Undo.command))
        let asked = try await docket.contributions(
            of: ModerationCommandHandler(reader: store.reader, explainer: explainer, settings: settings), about: .message(message)
        )
        let event = try #require(asked.flatMap(\.events).first)
        let stored = try JSONDecoder().decode(SystemEvent.self, from: JSONEncoder().encode(event))
        let desk = CaseService(reader: store.reader, settings: settings)
        let answer = try #require(try await docket.contributions(of: desk, about: .system(stored)).first)
        #expect(answer.actions.map(\.kind).contains("send"))
        #expect(answer.caseChanges == [CaseChange(1, .undone(by: "command (103)"))])
    }

    @Test func `an undo request of an older build is decided as before`() throws {
        let undo = SystemEvent.Undo(
            cases: [1], by: SystemEvent.Undo.command, clan: .test, channel: .general, inverses: [], at: .distantPast)
        let stored = try #require(String(data: JSONEncoder().encode(undo), encoding: .utf8))
        #expect(!stored.contains("moderator"))
        #expect(try JSONDecoder().decode(SystemEvent.Undo.self, from: Data(stored.utf8)) == undo)
    }

    @Test func `an undo names the rule that is still enforced`() async throws {
        let docket = try await CaseTestStore()
        try await docket.open([docket.mute()])
        let desk = CaseService(
            reader: try docket.testStore.store.reader, settings: try docket.settings(channel: .random, enforced: "scam"))
        let told = try await docket.contributions(of: desk, about: Self.undo(docket, [1])).flatMap(\.actions).compactMap(\.said)
        #expect(told.count == 2)
        for text in told {
            #expect(
                text.hasSuffix("⚠ The rule scam is still enforced and will act again. Set `mode: shadow` or disable it first.")
            )
        }
    }

    @Test func `an undo names a private channel only to moderators`() async throws {
        let docket = try await CaseTestStore()
        let store = try docket.testStore.store
        try await store.directory.remember(clans: [], channels: [Channel(id: 221, clan: .test, label: "board", isPrivate: true)])
        var draft = docket.mute()
        draft.inverses.append(.unmute(102, in: 221))
        try await docket.open([draft])
        let desk = CaseService(reader: store.reader, settings: try docket.settings(channel: .random))
        let actions = try await docket.contributions(of: desk, about: Self.undo(docket, [1])).flatMap(\.actions)
        func told(in place: ChannelID) -> String? {
            for case .send(let draft, place) in actions { return draft.content.text }
            return nil
        }
        #expect(try #require(told(in: .random)).contains("#board"))
        let open = try #require(told(in: .general))
        #expect(open.contains("#general") && !open.contains("board"))
    }

    @Test func `a second undo does nothing`() async throws {
        let docket = try await CaseTestStore()
        try await docket.open([docket.mute()])
        let store = try docket.testStore.store
        let desk = CaseService(reader: store.reader, settings: try docket.settings())
        try await store.journal.append([NewEntry(system: .started(at: docket.testStore.time.now))])
        var turn = Turn(sequence: 2, trace: Trace())
        turn.caseChanges = ["system:undo": [CaseChange(1, .undone(by: "an"))]]
        try await store.turns.commit([turn])
        let answer = try await docket.contributions(of: desk, about: Self.undo(docket, [1]))
        #expect(answer.flatMap(\.actions) == [] && answer.flatMap(\.caseChanges) == [])
    }

    @Test func `an expired mute is lifted once`() async throws {
        let docket = try await CaseTestStore()
        try await docket.open([docket.mute(until: docket.testStore.time.now + 60)])
        let desk = CaseService(reader: try docket.testStore.store.reader, settings: try docket.settings())
        let expired = Event.system(.expired(caseID: 1, clan: .test, channel: .general, at: docket.testStore.time.now + 60))
        #expect(
            try await docket.contributions(of: desk, about: expired) == [
                AuthorResult(
                    author: "system:sanction-expiry", actions: [.member(.unmute(102, in: .general))],
                    caseChanges: [CaseChange(1, .ended)],
                    reason: "case #1 has expired")
            ])
    }

    @Test func `a mute that the server lost is renewed for its remaining time`() async throws {
        let docket = try await CaseTestStore()
        let until = docket.testStore.time.now + 3600
        try await docket.open([docket.mute(until: until)])
        let desk = CaseService(reader: try docket.testStore.store.reader, settings: try docket.settings())
        let lapsed = Event.system(.lapsed(caseID: 1, clan: .test, channel: .general, at: docket.testStore.time.now))
        #expect(
            try await docket.contributions(of: desk, about: lapsed).flatMap(\.actions) == [
                .member(.mute(102, in: .general, until: until, reason: "flood"))
            ])
    }

    @Test func `a mute lifted by a moderator ends its case, and one lifted by the server does not`() async throws {
        let docket = try await CaseTestStore()
        try await docket.open([docket.mute()])
        let desk = CaseService(reader: try docket.testStore.store.reader, settings: try docket.settings())
        func lifted(by user: UserID) -> Event {
            .banChanged(BanChange(clan: .test, channel: .general, users: [102], by: user, isLifted: true))
        }
        #expect(
            try await docket.contributions(of: desk, about: lifted(by: 7)).flatMap(\.caseChanges) == [
                CaseChange(1, .undone(by: "7"))
            ])
        #expect(try await docket.contributions(of: desk, about: lifted(by: 7)).flatMap(\.events) == [])
        #expect(try await docket.contributions(of: desk, about: lifted(by: 0)) == [])
        #expect(try await docket.contributions(of: desk, about: lifted(by: Author.me.id)) == [])
    }

    @Test func `a mute with a strike that a moderator lifts refunds the strike`() async throws {
        let docket = try await CaseTestStore()
        let strike = Strike(entry: 1, counter: "strikes", subject: "u102.g1", by: 1, count: 1, at: docket.testStore.time.now)
        var mute = docket.mute()
        mute.strike = strike
        try await docket.open([mute])
        let desk = CaseService(reader: try docket.testStore.store.reader, settings: try docket.settings())
        let lifted = Event.banChanged(BanChange(clan: .test, channel: .general, users: [102], by: 7, isLifted: true))
        let events = try await docket.contributions(of: desk, about: lifted).flatMap(\.events)
        #expect(
            events == [
                .undo(
                    SystemEvent.Undo(
                        cases: [], by: "7", clan: .test, channel: 0, inverses: [], strikes: [strike],
                        at: docket.testStore.time.now))
            ])
        #expect(try await docket.contributions(of: desk, about: .system(events[0])) == [])
    }
}

extension Action {
    /// The text of a sent message.
    fileprivate var said: String? { if case .send(let draft, _) = self { draft.content.text } else { nil } }
}
