import ChatModel
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests a mute in a clan with a private channel in which the server refuses the mute because the bot cannot read it.
@Suite(.timeLimit(.minutes(15)))
struct ClanWideMuteTests {
    private static let loud = """
        rules:
          - id: loud
            title: Noise
            trigger: message
            mode: enforce
            when: { text: { contains: noise } }
            then: [delete, warn, { mute: { for: 90m, in: clan } }, { alert: mod-log }]
        """

    @Test func `a clan-wide mute without one private channel is explained, is no failure and undone as one case`() async throws {
        let clan = try await ModerationScenario(Self.loud)
        try await clan.runApplication {
            try await clan.withUser("guest") { guest in
                try await clan.withUser("mod") { mod in
                    try await clan.gateway.say("noise!", as: "guest", in: ModerationScenario.general)
                    let warning = try await guest.nextText(isEphemeral: true)
                    #expect(warning == "⚠ A warning: Noise\n🔇 You cannot write in this clan for 1 hour 30 minutes: Noise")
                    let alert = try await mod.nextText(in: ModerationScenario.modLog)
                    #expect(alert.contains("in Mezon Lab/#general"))
                    for channel in [ModerationScenario.general, 1_900_000_000_000_000_012, 1_900_000_000_000_000_013] {
                        await #expect(throws: GatewayError.refused("channel permission denied")) {
                            try await clan.gateway.say("still here", as: "guest", in: channel)
                        }
                    }
                    let shown = try await clan.command("cases", "show", "1")
                    #expect(shown.first?.hasPrefix("Mezon Lab/1 delete, warn, mute until ") == true)
                    #expect(shown.first?.contains("in force in 3 of 4, but not in Mezon Lab/#mod-log: ") == true)
                    try await mod.say("*undo 1")
                    let told = try await mod.nextText()
                    #expect(told.contains("#1 mute (Guest (…201)): unmute in "))
                }
            }
        }
        let reader = try JournalReader(folder: clan.dataFolder)
        let lines = try await reader.lines(after: 0, limit: 100)
        #expect(!lines.contains { $0.entry.kind == "system-delivery-failed" })
        let undone = lines.flatMap(\.deliveries).filter { $0.author == "system:undo" }
        #expect(undone.allSatisfy { $0.status == .sent })
        #expect(undone.count == 5)  // Three channels, the channel of the command and the moderators' channel.
        let cases = try await reader.cases(CaseFilter())
        #expect(cases.map(\.number) == [1, 1, 1] && cases.allSatisfy(\.isUndone))
        await clan.gateway.shutdown()
    }
}
