import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Persistence

#if canImport(Glibc)
    import Glibc
#endif

/// Exports or erases the stored data of a user.
struct UserDataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Show everything that is kept of a person, or forget them.", subcommands: [Export.self, Forget.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print everything that is kept of a person.",
            discussion: """
                One JSON object a line: the person with their names, their memberships, what they did and what it came to, cases, what \
                bots and rules remember of them. Works beside a running bot and without one. Exit code 1 where nothing is known of them.
                """)

        @Argument(help: "The person's id.")
        var id: String

        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let user = try UserDataCommand.id(id)
            try await data.reading { reader in
                guard try await reader.knows(user) else { throw CommandError(.failed, "nothing is kept of \(user)") }
                let meter = ProgressMeter(of: try await reader.lastSequence())
                defer { meter.end() }
                try await UserDataExport(reader, of: user).run(progress: { meter.advance(to: $0) }) { print($0) }
            }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a person's texts and names, and what bots remember of them, out of everything that is kept.",
            discussion: """
                It cannot be undone. What others wrote stays, but for mentions and quotes of them: a name that stands in a text by itself \
                may be anybody's. So does what bots keep of a channel as a whole, a report or a poll. Ids, times and what was done stay, because order and moderation need them; what stays is said. \
                Works beside a running bot, which does it, and without one. Copies of the data folder are not touched. \
                Exit code 1 where nothing is known of the person.
                """)

        @Argument(help: "The person's id.")
        var id: String

        @OptionGroup var data: DataDirectoryOptions

        @Flag(help: "Do not ask.")
        var yes = false

        func run() async throws {
            let user = try UserDataCommand.id(id)
            let isKnown = try await data.reading { try await $0.knows(user) }
            guard isKnown else { throw CommandError(.failed, "nothing is kept of \(user)") }
            if !yes { try confirm(user) }
            do {
                let reply = try AdminClient(folder: data.folder).ask(.forget(user: user))
                guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
                print(reply.lines.joined(separator: "\n"))
            } catch AdminSocketError.notThere {
                try await forgetQuietly(user)
            } catch let error as AdminSocketError {
                throw CommandError(.failed, "\(error)")
            }
        }

        /// Asks for the id again on a terminal. A script passes `--yes`.
        private func confirm(_ user: UserID) throws {
            guard isatty(STDIN_FILENO) == 1 else {
                throw CommandError(.usage, "this cannot be undone; add --yes where nobody can be asked")
            }
            print("This takes everything that \(user) said, and their names, out of what is kept. It cannot be undone.")
            print("Type the id again:")
            guard readLine() == "\(user)" else { throw CommandError(.failed, "that is not the id; nothing was done") }
        }

        private func forgetQuietly(_ user: UserID) async throws {
            let last = try await data.reading { try await $0.lastSequence() }
            let meter = ProgressMeter(of: last)
            defer { meter.end() }
            do {
                let lines = try await OfflineStore.forget(user, in: data.folder, seal: try data.seal()) { meter.advance(to: $0) }
                print(lines.joined(separator: "\n"))
            } catch let error as StorageError {
                throw CommandError(error)
            }
        }
    }

    fileprivate static func id(_ text: String) throws -> UserID {
        guard let user = UserID(text), !user.isNone else { throw ValidationError("'\(text)' is not a person's id") }
        return user
    }
}
