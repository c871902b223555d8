import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Lists, retries and discards dead letters.
struct DeadLettersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "letters",
        abstract: "Show what bots could not do, and have it tried again.",
        discussion: """
            A bot that fails at a message leaves a letter, and so does one that ended the process three times at the same \
            message; the others went on. Exit code 1 where there is no such letter.
            """,
        subcommands: [List.self, Show.self, Retry.self, Discard.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the letters, oldest first.")

        @Flag(help: "Those too that were tried again or discarded.")
        var all = false
        @Flag(help: "Print JSON.")
        var json = false
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let (letters, zone) = try await data.reading { (try await $0.letters(all: all), try await $0.timeZone()) }
            guard !json else { return try printJSON(letters) }
            guard !letters.isEmpty else { return print("No letters.") }
            for letter in letters { print(letter.line(in: zone)) }
            print("`mezon-bot letters show N` tells more; `letters retry N` has the bot try again.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a letter, and what happened.")

        @Argument(help: "The letter's number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let letter = try await DeadLettersCommand.letter(number, data)
            let (line, zone) = try await data.reading {
                (try await $0.line(letter.sequence), try await $0.timeZone())
            }
            print(letter.line(in: zone))
            guard let line else { return }
            let entry = line.entry
            print("entry #\(entry.sequence): \(entry.kind) in channel \(entry.channel), \(entry.receivedAt.stamp(in: zone))")
            for step in line.trace?.steps ?? [] { print("  \(step.who): \(step.what) \(step.why)".terminalSafe) }
            print("`mezon-bot explain '#\(letter.sequence)'` tells the rest.")
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have the bot try again: the running one, or the next that starts.")

        @Argument(help: "The letter's number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let letter = try await DeadLettersCommand.letter(number, data)
            try await data.change(.retry(letter: letter.number))
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Close a letter without trying again.")

        @Argument(help: "The letter's number.")
        var number: Int64
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let letter = try await DeadLettersCommand.letter(number, data)
            try await data.change(.discard(letter: letter.number))
        }
    }

    fileprivate static func letter(_ number: Int64, _ data: DataDirectoryOptions) async throws -> DeadLetter {
        guard let letter = try await data.reading({ try await $0.letter(number) }) else {
            throw CommandError(.failed, "there is no letter \(number)")
        }
        return letter
    }
}

extension DeadLetter {
    fileprivate func line(in zone: TimeZone) -> String {
        let tries = tries == 1 ? "" : " (\(tries) tries)"
        let state = state == .open ? "" : " · \(state.rawValue)"
        return "\(number)  \(at.stamp(in: zone))  #\(sequence)  \(author): \(reason)\(tries)\(state)".terminalSafe
    }
}
