import BotKit
import ChatModel
import Foundation
import Moderation
import Replay
import Storage
import Testing

@testable import BotTesting

/// Two channels of a clan that relay each other's messages.
@Suite(.timeLimit(.minutes(15)))
struct RelayTests {
    private static func rules(_ keys: String = "") -> String {
        """
        version: 1
        names:
          clans: { test: "\(ClanID.test)" }
          channels: { general: "\(ChannelID.general)", random: "\(ChannelID.random)" }
        rules:
          - id: there
            trigger: [message, edit, delete, reaction]
            in: { channels: [general] }
            when: { not: { text: { starts_with: "//" } } }
            then: { relay: { to: [random], as: "{{ author.name }} · {{ channel.name }}"\(keys) } }
          - id: back
            trigger: [message, edit, delete, reaction]
            in: { channels: [random] }
            then: { relay: { to: [general] } }

        """
    }

    private static func clan(_ keys: String = "") async throws -> TestClan {
        try await TestClan(rules: rules(keys), channels: ["general", "random"])
    }

    private func texts(_ channel: String, _ clan: TestClan) throws -> [String] { try clan.messages(in: channel).map(\.text) }

    /// Replays the history and returns the differences.
    private func differences(_ clan: TestClan) async throws -> [String] {
        let reader = try JournalReader(folder: await clan.runtime.path)
        var found: [String] = []
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run { found.append("\($0)") }
        #expect(summary.decisions > 0 && summary.isExact)
        return found
    }

    @Test func `a relayed message follows edits, reactions and deletion across restarts`() async throws {
        let clan = try await Self.clan()
        let an = clan.user("an")
        try await an.says("xin chào 👋 @binh")
        #expect(try texts("random", clan) == ["an · general: xin chào 👋 @binh"])
        let copy = try #require(try clan.messages(in: "random").first)
        #expect(copy.mentions == [] && copy.content.markup.first == Markup("b", TextRange(0, 12)))
        #expect(try texts("general", clan) == ["xin chào 👋 @binh"])

        try await clan.restart()
        let original = try #require(try clan.messages().first)
        try await an.edits(original, "xin chào cả nhà")
        #expect(try texts("random", clan) == ["an · general: xin chào cả nhà"])
        try await clan.user("binh").reacts("👍", to: original)
        #expect(try clan.messages(in: "random").first?.reactions.map(\.emoji) == ["👍"])
        try await clan.restart()
        try await an.deletes(original)
        #expect(try texts("random", clan) == [])
        #expect(try await differences(clan) == [])
    }

    @Test func `a reply to a copy refers to the original, and the other way around`() async throws {
        let clan = try await Self.clan()
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("câu hỏi")
        let original = try #require(try clan.messages().first)
        let copy = try #require(try clan.messages(in: "random").first)
        try await binh.says("trả lời", in: "random", replyingTo: copy)
        let answer = try #require(try clan.messages().last)
        #expect(answer.text == "binh: trả lời" && answer.references.map(\.message) == [original.id])
        #expect(answer.references.map(\.sender) == [an.id])
        try await an.says("cảm ơn", replyingTo: answer)
        let thanks = try #require(try clan.messages(in: "random").last)
        #expect(thanks.text == "an · general: cảm ơn")
        #expect(thanks.references.map(\.message) == [try #require(try clan.messages(in: "random").dropFirst().first).id])
        try await binh.reacts("🎉", to: copy)
        #expect(try clan.messages().first?.reactions.map(\.emoji) == ["🎉"])
        #expect(try clan.messages().count == 3 && clan.messages(in: "random").count == 3)
        #expect(try await differences(clan) == [])
    }

    @Test func `excluded messages are not relayed, and edits without a copy have no effect`() async throws {
        let clan = try await Self.clan(", carry: [edits]")
        let an = clan.user("an")
        try await an.says("// giữa chúng ta")
        #expect(try texts("random", clan) == [])
        let hidden = try #require(try clan.messages().first)
        try await an.edits(hidden, "cho mọi người")
        #expect(try texts("random", clan) == [])
        try await an.says("xin chào")
        let shown = try #require(try clan.messages().last)
        try await an.deletes(shown)
        #expect(try texts("random", clan) == ["an · general: xin chào"])
    }

    @Test(arguments: [TestClan.RestartLoss.nothing, TestClan.RestartLoss.uncommitted])
    func `a copy sent before a restart is known after it`(loss: TestClan.RestartLoss) async throws {
        let clan = try await Self.clan()
        let an = clan.user("an")
        try await an.says("một")
        try await clan.restart(losing: loss)
        try await an.edits(try #require(try clan.messages().first), "hai")
        try await an.edits(try #require(try clan.messages().first), "ba")
        #expect(try texts("random", clan) == ["an · general: ba"])
    }

    @Test func `a long message is relayed in several parts, which are deleted together`() async throws {
        let clan = try await Self.clan()
        let an = clan.user("an")
        try await an.says(String(repeating: "dài ", count: 992))
        #expect(try clan.messages(in: "random").count > 1)
        try await an.deletes(in: "general")
        #expect(try texts("random", clan) == [])
    }
}
