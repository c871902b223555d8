import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

struct CaseServiceTests {
    private static func undo(_ caseStore: CaseTestStore, _ cases: [Int64]) -> Event {
        .system(
            .undo(
                SystemEvent.Undo(
                    cases: cases, by: "an", clan: .test, channel: .general, inverses: [], at: caseStore.testStore.time.now))
        )
    }

    @Test func `an undone case is reversed, marked and reported to moderators`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let caseService = CaseService(
            reader: try caseStore.testStore.store.reader, settings: try caseStore.settings(channel: .random))
        let answer = try #require(try await caseStore.results(of: caseService, about: Self.undo(caseStore, [1])).first)
        #expect(answer.actions.first == .member(.unmute(102, in: .general)))
        // In the channel of the command and in the moderators' channel.
        #expect(answer.actions.dropFirst().map(\.kind) == ["send", "send"])
        #expect(answer.caseChanges == [CaseChange(1, .undone(by: "an"))])
    }

    @Test func `a moderator named like the command line is answered in chat and recorded by user id`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let store = try caseStore.testStore.store
        let settings = try caseStore.settings(moderator: 103)
        let explainer = Explainer(reader: store.reader, lookup: .unknown, zone: .gmt)
        let message = Message.make(text: "*undo 1", by: Author(id: 103, username: SystemEvent.command))
        let asked = try await caseStore.results(
            of: ModerationCommandHandler(reader: store.reader, explainer: explainer, settings: settings), about: .message(message)
        )
        let event = try #require(asked.flatMap(\.events).first)
        let stored = try JSONDecoder().decode(SystemEvent.self, from: JSONEncoder().encode(event))
        let caseService = CaseService(reader: store.reader, settings: settings)
        let answer = try #require(try await caseStore.results(of: caseService, about: .system(stored)).first)
        #expect(answer.actions.map(\.kind).contains("send"))
        #expect(answer.caseChanges == [CaseChange(1, .undone(by: "command (103)"))])
    }

    @Test func `an undo request of an older build is decided as before`() throws {
        let undo = SystemEvent.Undo(
            cases: [1], by: SystemEvent.command, clan: .test, channel: .general, inverses: [], at: .distantPast)
        let stored = try #require(String(data: JSONEncoder().encode(undo), encoding: .utf8))
        #expect(!stored.contains("moderator"))
        #expect(try JSONDecoder().decode(SystemEvent.Undo.self, from: Data(stored.utf8)) == undo)
    }

    @Test func `an undo names the rule that is still enforced`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let caseService = CaseService(
            reader: try caseStore.testStore.store.reader, settings: try caseStore.settings(channel: .random, enforced: "scam"))
        let told = try await caseStore.results(of: caseService, about: Self.undo(caseStore, [1])).flatMap(\.actions).compactMap(
            \.said)
        #expect(told.count == 2)
        for text in told {
            #expect(
                text.hasSuffix("⚠ The rule scam is still enforced and will act again. Set `mode: shadow` or disable it first.")
            )
        }
    }

    @Test func `an undo names a private channel only to moderators`() async throws {
        let caseStore = try await CaseTestStore()
        let store = try caseStore.testStore.store
        try await store.directory.remember(clans: [], channels: [Channel(id: 221, clan: .test, label: "board", isPrivate: true)])
        var draft = caseStore.mute()
        draft.inverses.append(.unmute(102, in: 221))
        try await caseStore.open([draft])
        let caseService = CaseService(reader: store.reader, settings: try caseStore.settings(channel: .random))
        let actions = try await caseStore.results(of: caseService, about: Self.undo(caseStore, [1])).flatMap(\.actions)
        func told(in place: ChannelID) -> String? {
            for case .send(let draft, place) in actions { return draft.content.text }
            return nil
        }
        #expect(try #require(told(in: .random)).contains("#board"))
        let open = try #require(told(in: .general))
        #expect(open.contains("#general") && !open.contains("board"))
    }

    @Test func `a second undo does nothing`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let store = try caseStore.testStore.store
        let caseService = CaseService(reader: store.reader, settings: try caseStore.settings())
        try await store.journal.append([NewEntry(system: .started(at: caseStore.testStore.time.now))])
        var turn = Turn(sequence: 2, trace: Trace())
        turn.caseChanges = ["system:undo": [CaseChange(1, .undone(by: "an"))]]
        try await store.turns.commit([turn])
        let answer = try await caseStore.results(of: caseService, about: Self.undo(caseStore, [1]))
        #expect(answer.flatMap(\.actions) == [] && answer.flatMap(\.caseChanges) == [])
    }

    @Test func `an expired mute is lifted once`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute(until: caseStore.testStore.time.now + 60)])
        let caseService = CaseService(reader: try caseStore.testStore.store.reader, settings: try caseStore.settings())
        let expired = Event.system(.expired(caseID: 1, clan: .test, channel: .general, at: caseStore.testStore.time.now + 60))
        #expect(
            try await caseStore.results(of: caseService, about: expired) == [
                AuthorResult(
                    author: "system:sanction-expiry", actions: [.member(.unmute(102, in: .general))],
                    caseChanges: [CaseChange(1, .ended)],
                    reason: "case #1 has expired")
            ])
    }

    @Test func `a mute that the server lost is renewed for its remaining time`() async throws {
        let caseStore = try await CaseTestStore()
        let until = caseStore.testStore.time.now + 3600
        try await caseStore.open([caseStore.mute(until: until)])
        let caseService = CaseService(reader: try caseStore.testStore.store.reader, settings: try caseStore.settings())
        let lapsed = Event.system(.lapsed(caseID: 1, clan: .test, channel: .general, at: caseStore.testStore.time.now))
        #expect(
            try await caseStore.results(of: caseService, about: lapsed).flatMap(\.actions) == [
                .member(.mute(102, in: .general, until: until, reason: "flood"))
            ])
    }

    @Test func `a mute lifted by a moderator ends its case, and one lifted by the server does not`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let caseService = CaseService(reader: try caseStore.testStore.store.reader, settings: try caseStore.settings())
        func lifted(by user: UserID) -> Event {
            .banChanged(BanChange(clan: .test, channel: .general, users: [102], by: user, isLifted: true))
        }
        #expect(
            try await caseStore.results(of: caseService, about: lifted(by: 7)).flatMap(\.caseChanges) == [
                CaseChange(1, .undone(by: "7"))
            ])
        let events = try await caseStore.results(of: caseService, about: lifted(by: 7)).flatMap(\.events)
        let measures = events.compactMap { event -> [MeasureReference]? in
            if case .undo(let undo) = event { undo.measures } else { nil }
        }
        #expect(measures == [[MeasureReference(caseStore.mute(), by: "rule:scam", causedBy: 1)]])
        #expect(try await caseStore.results(of: caseService, about: lifted(by: 0)) == [])
        #expect(try await caseStore.results(of: caseService, about: lifted(by: Author.me.id)) == [])
    }

    @Test func `a mute with a strike that a moderator lifts refunds the strike`() async throws {
        let caseStore = try await CaseTestStore()
        let strike = Strike(entry: 1, counter: "strikes", subject: "u102.g1", by: 1, count: 1, at: caseStore.testStore.time.now)
        var mute = caseStore.mute()
        mute.strike = strike
        try await caseStore.open([mute])
        let caseService = CaseService(reader: try caseStore.testStore.store.reader, settings: try caseStore.settings())
        let lifted = Event.banChanged(BanChange(clan: .test, channel: .general, users: [102], by: 7, isLifted: true))
        let events = try await caseStore.results(of: caseService, about: lifted).flatMap(\.events)
        #expect(
            events == [
                .undo(
                    SystemEvent.Undo(
                        cases: [], by: "7", clan: .test, channel: 0, inverses: [], strikes: [strike],
                        measures: [MeasureReference(mute, by: "rule:scam", causedBy: 1)], at: caseStore.testStore.time.now))
            ])
        #expect(try await caseStore.results(of: caseService, about: .system(events[0])) == [])
    }
}

extension Action {
    /// The text of a sent message.
    fileprivate var said: String? { if case .send(let draft, _) = self { draft.content.text } else { nil } }
}
