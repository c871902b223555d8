import ChatModel
import EventProcessing
import Foundation
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests undo and explanations over real sockets, in chat and by the command line.
@Suite(.timeLimit(.minutes(15)))
struct UndoCommandTests {
    private static let loud = """
        ladders: { noise: { counter: strikes, steps: [{ at: 1, then: [{ mute: { for: 1h } }] }, { at: 2, then: [kick] }] } }
        rules:
          - id: loud
            trigger: message
            mode: enforce
            when: { text: { contains: noise } }
            then: [{ escalate: noise }]
        """
    private static let warning =
        "⚠ The rule loud is still enforced and will act again. Set `mode: shadow` or disable it first."
    private static let crowd = (1...10).map { "p\($0)" }

    @Test func `a moderator can ask why and undo, and other users cannot`() async throws {
        let clan = try await ModerationScenario(Self.loud)
        try await clan.runApplication {
            try await clan.withUser("mod") { mod in
                let id = try await clan.gateway.say("noise!", as: "guest", in: ModerationScenario.general)
                let guest = try await mod.bans(1, lifted: false)
                try await clan.withUser("an") { an in
                    try await an.say("*why", about: id)
                    try await an.say("*undo 1")
                }
                try await mod.say("*why", about: id)
                let why = try await mod.nextText(isEphemeral: true)
                #expect(why.contains("• rule:loud: escalate, mute — text.contains found 'noise'; strikes 1, the step at 1"))
                try await mod.say("*undo 1")
                let told = try await mod.nextText()
                #expect(
                    told.hasPrefix("↩ Mod (") && told.contains(") undid:\n#1 mute") && told.contains("'strikes' is reduced by 1"))
                #expect(told.hasSuffix(Self.warning))
                let free = try await mod.bans(1, lifted: true)
                #expect(free == guest)
                try await clan.gateway.say("thank you", as: "guest", in: ModerationScenario.general)
            }
        }
        let reader = try JournalReader(folder: clan.dataFolder)
        let asked = try await reader.lines(after: 0, limit: 100).filter { line in
            guard case .message(let message)? = line.entry.event else { return false }
            return message.author.username == "an"
        }
        #expect(asked.map { $0.deliveries.map(\.author) } == [[], []])
        #expect(asked.map { $0.trace?.steps.map(\.what) } == [["skip"], ["skip"]])
        await clan.gateway.shutdown()
    }

    @Test func `a running bot undoes a mass mute and refunds its strikes`() async throws {
        let clan = try await ModerationScenario(Self.loud)
        try await clan.runApplication {
            try await clan.withUser("mod") { mod in
                let muted = try await Self.muteAll(clan, mod)
                let plan = try await clan.command("cases", "undo", "--rule", "loud", "--since", "1h")
                #expect(plan.count == 12)
                #expect(plan.suffix(2) == [Self.warning, "This is the plan; pass --apply to perform it."])
                let done = try await clan.command("cases", "undo", "--rule", "loud", "--since", "1h", "--apply")
                #expect(done.last == "undoing 10 cases")
                let free = try await mod.bans(10, lifted: true)
                #expect(free == muted)
                let told = try await mod.nextText(in: ModerationScenario.modLog)
                #expect(told.hasPrefix("↩ command undid:\n#1 mute"))
                // The first step again; the second would be a kick.
                try await clan.gateway.say("noise", as: "p1", in: ModerationScenario.general)
                let again = try await mod.bans(1, lifted: false)
                #expect(muted.isSuperset(of: again))
            }
        }
        await clan.gateway.shutdown()
    }

    @Test func `a mass mute is undone by the next bot that starts`() async throws {
        let clan = try await ModerationScenario(Self.loud)
        try await clan.withUser("mod") { mod in
            let muted = Expected()
            try await clan.runApplication { await muted.note(try await Self.muteAll(clan, mod)) }
            let done = try await clan.command("cases", "undo", "--rule", "loud", "--since", "1h", "--apply")
            #expect(done.last == "No bot is running with '\(clan.dataFolder)'; the next start will perform the plan.")
            try await clan.runApplication {
                let free = try await mod.bans(10, lifted: true)
                #expect(await free == muted.users)
            }
        }
        await clan.gateway.shutdown()
    }

    private actor Expected {
        private(set) var users: Set<UserID> = []
        func note(_ users: Set<UserID>) { self.users = users }
    }

    /// Lets ten users write and waits until all of them are muted.
    private static func muteAll(_ clan: ModerationScenario, _ mod: Client) async throws -> Set<UserID> {
        for name in crowd {
            _ = try await clan.gateway.account(named: name)
            try await clan.gateway.say("noise", as: name, in: ModerationScenario.general)
        }
        return try await mod.bans(crowd.count, lifted: false)
    }
}
