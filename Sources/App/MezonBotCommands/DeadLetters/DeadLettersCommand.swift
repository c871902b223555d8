import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// The commands for dead letters.
struct DeadLettersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead-letters",
        abstract: "List, retry and discard dead letters.",
        discussion: """
            A bot that fails on a message creates a dead letter, and so does a bot that crashes the process three times on the same \
            message; the other bots continue. So does a web request of a bot that was refused or given up: its retry asks the bot about the \
            same event again. Without a subcommand, lists the open dead letters.
            """,
        subcommands: [
            DeadLetterListCommand.self, DeadLetterShowCommand.self, DeadLetterRetryCommand.self, DeadLetterDiscardCommand.self,
        ],
        defaultSubcommand: DeadLetterListCommand.self)
}

extension DataDirectoryOptions {
    /// - Throws: `CommandError` if the dead letter does not exist.
    func deadLetter(_ id: Int64, _ scope: ClanScopeOptions = ClanScopeOptions()) async throws -> DeadLetter {
        guard let deadLetter = try await reading({ try await $0.deadLetter(id, in: scope.places($0)) }) else {
            throw CommandError(.failed, "there is no dead letter \(id); see `mezon-bot dead-letters list`")
        }
        return deadLetter
    }
}

extension DeadLetter {
    func line(in zone: TimeZone) -> String {
        let tries = tries == 1 ? "" : " (\(tries) tries)"
        let state = state == .open ? "" : " · \(state.rawValue)"
        return "\(number)  \(at.stamp(in: zone))  #\(sequence)  \(author): \(reason)\(tries)\(state)".terminalSafe
    }
}
