import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

/// Evidence and reasons from private places in the answers to `*case` and `*cases`.
struct PrivateEvidenceTests {
    private static let board: ChannelID = 221
    private static let plans: ChannelID = 222
    private static let talk: ChannelID = 223

    /// The answer to a command in a channel, of a case with evidence from another.
    private func answer(to command: String = "*case 1", in channel: ChannelID, about source: ChannelID) async throws -> String {
        let caseStore = try await CaseTestStore()
        let store = try caseStore.testStore.store
        try await store.directory.remember(
            clans: [],
            channels: [
                Channel(id: Self.board, clan: .test, label: "board", isPrivate: true),
                Channel(id: Self.plans, clan: .test, parent: Self.board, kind: .thread, label: "plans"),
                Channel(id: Self.talk, clan: .test, parent: .general, kind: .thread, label: "talk"),
            ])
        var draft = caseStore.mute(in: source)
        draft.evidence = [
            Evidence(
                message: caseStore.message.id, channel: source, author: 102, text: "confidential", attachments: ["plan.pdf"],
                at: caseStore.message.createdAt)
        ]
        try await caseStore.open([draft])
        let handler = ModerationCommandHandler(
            reader: store.reader, explainer: Explainer(reader: store.reader, lookup: .unknown, zone: .gmt),
            settings: try caseStore.settings())
        let asked = Event.message(.make(text: command, in: channel, by: .an))
        guard case .ephemeral(let draft, _)? = try await caseStore.results(of: handler, about: asked).flatMap(\.actions).first
        else { return "" }
        return draft.content.text
    }

    @Test(arguments: [
        (ChannelID.general, ChannelID.general), (.general, talk), (talk, .random), (board, board), (board, plans), (plans, board),
        (board, .general),
    ])
    func `a case shows evidence where everybody who reads the answer may read its source`(
        channel: ChannelID, source: ChannelID
    ) async throws {
        let text = try await answer(in: channel, about: source)
        #expect(text.contains("confidential [plan.pdf]"))
    }

    @Test(arguments: [(ChannelID.general, board), (talk, board), (.general, plans), (board, ChannelID(999))])
    func `a case says outside the channel that its evidence is private`(
        channel: ChannelID, source: ChannelID
    ) async throws {
        let text = try await answer(in: channel, about: source)
        #expect(!text.contains("confidential") && !text.contains("plan.pdf"))
        #expect(text.contains("the text is from the private channel"))
        #expect(text.contains("ask *case 1 there, or see `mezon-bot cases show`"))
        if source == Self.board { #expect(text.contains("test/#board")) }
    }

    @Test(arguments: ["*case 1", "*cases 102"])
    func `the reason of a case from a private channel is shown only there`(command: String) async throws {
        for channel in [Self.board, Self.plans] {
            #expect(try await answer(to: command, in: channel, about: Self.board).contains("· flood ·"))
        }
        let elsewhere = try await answer(to: command, in: .general, about: Self.board)
        #expect(!elsewhere.contains("flood"))
        #expect(elsewhere.contains("· the reason is private: ask *case 1 there ·"))
        #expect(try await answer(to: command, in: .general, about: .random).contains("· flood ·"))
    }
}
