import ArgumentParser
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Kills the bot around every step of dialogues and button presses, and checks that each of them still ends correctly.
struct DialogueSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dialogue",
        abstract: "Kill the bot around every step of dialogues and polls.",
        discussion: """
            Users request leave (four answers, three clicks, the last by the approver) and start, vote on and end polls, all at \
            once; in each round every user takes a step, and the bot is killed at a random moment of it. A click is not part of the \
            history: if a killed bot has missed one, the user clicks again. Then a dialogue is changed while it is open.
            """)

    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 100
    @Option(help: "Number of concurrent users.")
    var people = 8
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func run() async throws {
        let outcome = try await DialogueRounds(kills: kills, people: people, lostAcks: lostAcks, seed: seed).run()
        print(outcome.text)
        let ends = try await ChangedDialogue().run()
        print(
            "changed dialogues: ended with a notice and restarted \(ends.right) of \(ends.all)\n  \"\(ends.words)\"")
        guard outcome.isGood, ends.right == ends.all else { throw ExitCode.failure }
    }
}
