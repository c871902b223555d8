import ArgumentParser
import BotKit
import Foundation
import MezonBot
import MezonModel
import Persistence

/// Kills the bot around every step of dialogues and button presses, and checks that each of them still ends correctly.
struct DialogueSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dialogue",
        abstract: "Kill the bot around every step of dialogues, buttons and polls; count what is lost, doubled and out of order.",
        discussion: """
            People ask for leave (four answers, three presses, the last by whoever decides) and begin, vote on and end polls, all at \
            once; in each round everybody takes a step, and the bot is killed at a drawn moment of it. A press is pushed and is in no \
            history: where a killed bot has not heard one, the person presses again. Then a dialogue is changed under open ones.
            """)

    @Option(help: "Times the bot is killed with SIGKILL.")
    var kills = 100
    @Option(help: "People who talk with it at once.")
    var people = 8
    @Option(help: "The part of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Where the moments of the kills come from.")
    var seed: UInt64 = 1

    func run() async throws {
        let outcome = try await DialogueRounds(kills: kills, people: people, lostAcks: lostAcks, seed: seed).run()
        print(outcome.text)
        let ends = try await ChangedDialogue().run()
        print(
            "dialogues changed under open ones: ended politely and begun again \(ends.right) of \(ends.all)\n  \"\(ends.words)\"")
        guard outcome.isGood, ends.right == ends.all else { throw ExitCode.failure }
    }
}
