import BotKit
import ChatModel
import Foundation
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests joining and leaving a clan while the connection stays open.
@Suite(.timeLimit(.minutes(15)))
struct ClanJoinTests {
    /// Replies with the channel's label and the number of the author's roles.
    private struct Guide: Bot {
        static let manifest = Manifest("guide", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard message.text == "where" else { return [] }
            let channel = try await context.channel(message.channel)
            let member = try await context.member(message.author.id)
            return [.reply("\(channel?.label ?? "?"), \(member?.roles.count ?? -1) roles")]
        }
    }

    private static let moderation = "\nclans: { annex: { moderation: { channel: hall } } }"

    /// - Parameter moderation: The section of the annex.
    private func play(
        _ moderation: String = moderation,
        _ body: @escaping @Sendable (GatewayScenario, GatewayScenario.EventListener) async throws -> Void
    ) async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([
            .init(bots: [Guide.self], sections: "bots: { guide: { enabled_in: [all, cellar] } }" + moderation)
        ]) {
            try await body(scenario, $0)
        }
    }

    private static func deliveries(in channel: ChannelID, _ reader: JournalReader) async throws -> [Delivery] {
        try await reader.lines(after: 0, limit: 100).flatMap(\.deliveries).filter { $0.destination == channel }
    }

    @Test func `moderators of one clan are not told that the bot joined another`() async throws {
        try await play("") { scenario, _ in
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            var news: JournalReader.Line?
            while news?.turnedAt == nil {
                try await Task.sleep(for: .milliseconds(20))
                news = try await reader.lines(after: 0, limit: 100).first { $0.entry.kind == "system-notice" }
            }
            #expect(news?.deliveries.count == 0)
        }
    }

    @Test func `a clan joined at runtime is listed, announced to its moderators and answered without reconnecting`() async throws
    {
        try await play { scenario, ears in
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            let announced = try await ears.text(in: GatewayScenario.hall)
            #expect(announced == "The bot was added to the clan Annex and sees 2 channels.")
            // Members are listed concurrently; a question that arrives earlier is answered without them.
            var answer = ""
            while answer != "hall, 1 roles" {
                try await scenario.gateway.say("where", as: "an", in: GatewayScenario.hall)
                answer = try await ears.text(in: GatewayScenario.hall)
                #expect(["hall, 1 roles", "hall, -1 roles"].contains(answer))
            }
            try await scenario.gateway.say("where", as: "mod", in: GatewayScenario.cellar)
            #expect(try await ears.text(in: GatewayScenario.cellar) == "cellar, 0 roles")
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            #expect(try await reader.clans().map(\.name).sorted() == ["Annex", "Mezon Lab"])
            #expect(
                try await reader.channels().filter { $0.clan == GatewayScenario.annex }.map(\.label).sorted() == [
                    "cellar", "hall",
                ])
            let kinds = try await reader.lines(after: 0, limit: 100).map(\.entry.kind)
            #expect(!kinds.contains("system-reconnected"))
            #expect(try await Self.deliveries(in: GatewayScenario.modLog, reader).count == 0)
        }
    }

    @Test func `a clan left at runtime is removed, and deliveries to it fail immediately`() async throws {
        try await play { scenario, ears in
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            _ = try await ears.text(in: GatewayScenario.hall)
            try await scenario.gateway.leave(GatewayScenario.annex, as: "mezon-bot")
            let notice = try await ears.text(in: GatewayScenario.modLog)
            #expect(notice == "The bot was removed from the clan Annex; deliveries to it fail.")
            // The second question is received after the events that came with the first one have been handled.
            for _ in 0..<2 {
                try await scenario.gateway.say("where", as: "an", in: GatewayScenario.general)
                #expect(try await ears.text(in: GatewayScenario.general) == "general, 1 roles")
            }
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            #expect(try await reader.clans().map(\.name) == ["Mezon Lab"])
            #expect(try await reader.channels().contains { $0.clan == GatewayScenario.annex } == false)
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            _ = try await ears.text(in: GatewayScenario.hall)
            // Notices are handled in order, so the earlier ones have been handled when the last one is heard.
            let news = try await reader.lines(after: 0, limit: 100).filter { $0.entry.kind == "system-notice" }
            #expect(
                news.map { $0.deliveries.map(\.destination) } == [
                    [GatewayScenario.hall], [GatewayScenario.modLog], [GatewayScenario.hall],
                ])
            #expect(news.allSatisfy { $0.turnedAt != nil })
            #expect(try await reader.lines(after: 0, limit: 100).flatMap(\.deliveries).allSatisfy { $0.reason == nil })
            try await scenario.gateway.say("where", as: "mod", in: GatewayScenario.hall)
            #expect(try await ears.text(in: GatewayScenario.hall).hasPrefix("hall"))
            #expect(try await Self.deliveries(in: GatewayScenario.modLog, reader).count == 1)
        }
    }
}
