import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

/// Tests moderation commands across two clans: An moderates the clan of the store and is a member of the other.
struct ModerationBorderTests {
    private static let other: ClanID = 302
    private static let shop: ChannelID = 211
    private static let direct: ChannelID = 212

    private static func makeCaseStore() async throws -> CaseTestStore {
        let caseStore = try await CaseTestStore()
        try await caseStore.testStore.store.directory.remember(
            clans: [Clan(id: other, name: "Shop")],
            channels: [
                Channel(id: shop, clan: other, label: "shop"),
                Channel(id: direct, clan: 0, kind: .direct, label: "", partner: Author.an.id),
            ])
        return caseStore
    }

    private static func handler(_ caseStore: CaseTestStore) throws -> ModerationCommandHandler {
        let store = try caseStore.testStore.store
        let directory = DirectoryLookup(
            member: { _, _ in nil }, channel: { store.directory.channel($0) }, clan: { store.directory.clan($0) },
            channels: { _ in [] })
        return ModerationCommandHandler(
            reader: store.reader, explainer: Explainer(reader: store.reader, lookup: directory, zone: .gmt),
            settings: try caseStore.settings())
    }

    private static func answers(_ caseStore: CaseTestStore, to message: Message) async throws -> [AuthorResult] {
        try await caseStore.results(of: handler(caseStore), about: .message(message))
    }

    /// Returns a case of the other clan with the same number as one of this clan.
    private static func elsewhere(_ caseStore: CaseTestStore) -> CaseDraft {
        CaseDraft(
            kind: "mute", user: 102, clan: other, channel: shop, message: 5, reason: "secret of the shop",
            inverses: [.unmute(102, in: shop)])
    }

    @Test(arguments: [
        ("*case 1", "There is no case #1."), ("*undo 1", "There is no case #1."), ("*cases 102", "There is no case about 102."),
    ])
    func `a moderator can neither see nor change any cases that belong to another clan`(text: String, answer: String) async throws
    {
        let caseStore = try await Self.makeCaseStore()
        try await caseStore.open([Self.elsewhere(caseStore)])
        let answers = try await Self.answers(caseStore, to: .make(text: text, by: .an))
        #expect(answers.flatMap(\.actions) == [.ephemeral(Draft(answer), to: Author.an.id)])
        #expect(answers.flatMap(\.events) == [])
    }

    @Test func `a case number refers to the clan in which it is written`() async throws {
        let caseStore = try await Self.makeCaseStore()
        try await caseStore.open([Self.elsewhere(caseStore), caseStore.mute()])
        let answers = try await Self.answers(caseStore, to: .make(text: "*undo 1", by: .an))
        guard case .undo(let undo)? = answers.flatMap(\.events).first else { return #expect(Bool(false), "\(answers)") }
        #expect(undo.clan == .test && undo.inverses == [.unmute(102, in: .general)])
    }

    @Test(arguments: [(Self.shop, Self.other), (Self.shop, ClanID.test), (Self.direct, ClanID(0)), (Self.direct, .test)])
    func `a moderator of one clan has no rights in another clan or a direct message, regardless of the message's clan`(
        channel: ChannelID, clan: ClanID
    ) async throws {
        let context = EventContext(now: .distantPast, me: Author.me.id, isLate: false)
        let message = Message.make(text: "*undo 1", in: channel, by: .an, clan: clan)
        guard case .skip = try Self.handler(try await Self.makeCaseStore()).precheck(message, context) else {
            return #expect(Bool(false), "it was heard")
        }
    }

    @Test func `a message with another clan's id belongs to the clan of its channel`() async throws {
        let caseStore = try await Self.makeCaseStore()
        try await caseStore.open([caseStore.mute()])
        let answers = try await Self.answers(caseStore, to: .make(text: "*undo 1", by: .an, clan: Self.other))
        guard case .undo(let undo)? = answers.flatMap(\.events).first else { return #expect(Bool(false), "\(answers)") }
        #expect(undo.clan == .test)
    }

    @Test func `a reply to a message of another channel reveals nothing`() async throws {
        let caseStore = try await Self.makeCaseStore()
        let secret = Message.make(text: "secret", in: Self.shop, by: .binh, clan: Self.other)
        try await caseStore.testStore.store.journal.append([.make(secret)])
        for message in [secret.id, caseStore.message.id] {
            let asked = Message.make(
                text: "*why", in: .random, by: .an, references: [Reference(message: message, sender: 102)])
            #expect(
                try await Self.answers(caseStore, to: asked).flatMap(\.actions) == [
                    .ephemeral("Nothing is known about that message.", to: Author.an.id)
                ])
        }
    }

    @Test func `deliveries to another clan are not shown`() async throws {
        let caseStore = try await Self.makeCaseStore()
        var turn = Turn(sequence: 1, trace: Trace([.init("link:shop", "relay")]))
        turn.deliveries = [NewDelivery(author: "link:shop", ordinal: 0, destination: Self.shop, payload: [])]
        try await caseStore.testStore.store.turns.commit([turn])
        try await caseStore.testStore.store.outbox.settle([
            DeliveryResult(delivery: 1, outcome: .failed("this bot may not write in #shop"), at: caseStore.testStore.time.now)
        ])
        let asked = Message.make(text: "*why", by: .an, references: [Reference(message: caseStore.message.id, sender: 101)])
        guard case .ephemeral(let draft, _)? = try await Self.answers(caseStore, to: asked).flatMap(\.actions).first else {
            return #expect(Bool(false), "no answer")
        }
        #expect(draft.content.text.contains("link:shop: relay") && !draft.content.text.contains("#shop"))
    }

    @Test func `deliveries to unknown channels are not shown, except for direct messages to the author`() async throws {
        let caseStore = try await Self.makeCaseStore()
        var turn = Turn(sequence: 1, trace: Trace([.init("rule:a", "send"), .init("rule:b", "dm")]))
        turn.deliveries = [
            NewDelivery(author: "rule:a", ordinal: 0, destination: 999, payload: []),
            NewDelivery(
                author: "rule:b", ordinal: 0, destination: ChannelID(caseStore.message.author.id.rawValue), payload: []),
        ]
        try await caseStore.testStore.store.turns.commit([turn])
        let store = try caseStore.testStore.store
        let directory = DirectoryLookup(
            member: { _, _ in nil }, channel: { store.directory.channel($0) }, clan: { store.directory.clan($0) },
            channels: { _ in [] })
        let explanation = try await Explainer(reader: store.reader, lookup: directory, zone: .gmt).explanation(
            of: caseStore.message.id, in: .general, of: .test, me: Author.me.id)
        #expect(explanation?.entries.first?.steps.map(\.deliveries.count) == [0, 1])
    }

    @Test func `an undo does not affect cases of another clan`() async throws {
        let caseStore = try await Self.makeCaseStore()
        try await caseStore.open([Self.elsewhere(caseStore)])
        let caseService = CaseService(
            reader: try caseStore.testStore.store.reader, settings: try caseStore.settings(channel: .random))
        let undo = SystemEvent.Undo(
            cases: [1], by: "an", clan: .test, channel: .general, inverses: [], at: caseStore.testStore.time.now)
        let answers = try await caseStore.results(of: caseService, about: .system(.undo(undo)))
        #expect(answers.flatMap(\.caseChanges) == [] && answers.flatMap(\.actions) == [])
    }

    @Test func `moderators are not told about undone cases of another clan`() async throws {
        let caseStore = try await Self.makeCaseStore()
        try await caseStore.open([Self.elsewhere(caseStore)])
        let caseService = CaseService(
            reader: try caseStore.testStore.store.reader, settings: try caseStore.settings(channel: .random))
        let undo = SystemEvent.Undo(
            cases: [1], by: SystemEvent.command, clan: Self.other, channel: Self.shop, inverses: [],
            at: caseStore.testStore.time.now)
        let answers = try await caseStore.results(of: caseService, about: .system(.undo(undo)))
        #expect(answers.flatMap(\.actions) == [.member(.unmute(102, in: Self.shop))])
    }
}
