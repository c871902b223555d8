import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Erases the stored data of a user.
struct EraseUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase-user",
        abstract: "Erase the texts, names and state of a user.",
        discussion: """
            The erasure cannot be undone. Messages of others are kept except for mentions and quotes; a name in plain text may refer to \
            anyone. Bot state of whole channels, such as polls, is kept. Ids, times and measures are kept for ordering and moderation; the \
            report lists what is kept. Works with and without a running bot. Copies of the data directory are not changed. \
            Exit codes: 0 success, 1 no data about the user.
            """)

    @Argument(help: "User id")
    var id: UserArgument

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Skip the confirmation")
    var yes = false

    func run() async throws {
        let user = id.user
        let isKnown = try await data.reading { try await $0.knows(user) }
        guard isKnown else { throw CommandError(.failed, "no data is stored about the user \(user)") }
        if !yes { try confirm(user) }
        do {
            let reply = try AdminClient(folder: data.folder).ask(.forget(user: user))
            guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
            print(reply.lines.joined(separator: "\n"))
        } catch AdminSocketError.notThere {
            try await eraseOffline(user)
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Asks for the id again on a terminal. A script passes `--yes`.
    private func confirm(_ user: UserID) throws {
        guard Terminal(STDIN_FILENO, environment: [:]).isInteractive else {
            throw CommandError(.usage, "the erasure cannot be undone; pass --yes to run it without a terminal")
        }
        print("This erases all messages and names of the user \(user). It cannot be undone.")
        print("Type the user id to confirm:")
        guard readLine() == "\(user)" else { throw CommandError(.failed, "the id does not match; nothing was erased") }
    }

    private func eraseOffline(_ user: UserID) async throws {
        let last = try await data.reading { try await $0.lastSequence() }
        let meter = ProgressMeter(of: last)
        defer { meter.end() }
        do {
            let lines = try await OfflineStore.forget(user, in: data.folder, cipher: try data.cipher()) { meter.advance(to: $0) }
            print(lines.joined(separator: "\n"))
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }
}
