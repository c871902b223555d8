import BotKit
import Foundation
import LocalGateway
import MezonModel
import Persistence
import Testing

@testable import MezonBot

/// A clan that we are added to, or taken out of, while the connection stands.
@Suite(.timeLimit(.minutes(15)))
struct ClanJoinTests {
    /// Says where it is and who asks, by what it knows of the place.
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

    private func play(_ body: @escaping @Sendable (GatewayScenario, GatewayScenario.Ears) async throws -> Void) async throws {
        let scenario = try await GatewayScenario()
        try await scenario.run([
            .init(bots: [Guide.self], sections: "plugins: { guide: { enabled_in: [all, cellar] } }")
        ]) {
            try await body(scenario, $0)
        }
    }

    @Test func `a clan joined while running is listed, announced and answered within the same connection`() async throws {
        try await play { scenario, ears in
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            let announced = try await ears.text(in: GatewayScenario.modLog)
            #expect(announced == "I was added to the clan Annex, where I see 2 channels.")
            // Members are listed beside; a question that comes before them is answered without.
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
            #expect(!kinds.contains("house-reconnected"))
        }
    }

    @Test func `a clan that we are taken out of is forgotten, and what was to be said there fails at once`() async throws {
        try await play { scenario, ears in
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            _ = try await ears.text(in: GatewayScenario.modLog)
            try await scenario.gateway.leave(GatewayScenario.annex, as: "mezon-bot")
            let announced = try await ears.text(in: GatewayScenario.modLog)
            #expect(announced == "I was taken out of the clan Annex; what is to be said there fails.")
            try await scenario.gateway.say("where", as: "an", in: GatewayScenario.general)
            #expect(try await ears.text(in: GatewayScenario.general) == "general, 1 roles")
            let reader = try JournalReader(folder: scenario.dataFolder(of: GatewayScenario.bot))
            #expect(try await reader.clans().map(\.name) == ["Mezon Lab"])
            #expect(try await reader.channels().contains { $0.clan == GatewayScenario.annex } == false)
            #expect(try await reader.lines(after: 0, limit: 100).flatMap(\.deliveries).allSatisfy { $0.reason == nil })
            try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
            _ = try await ears.text(in: GatewayScenario.modLog)
            try await scenario.gateway.say("where", as: "mod", in: GatewayScenario.hall)
            #expect(try await ears.text(in: GatewayScenario.hall).hasPrefix("hall"))
        }
    }
}
