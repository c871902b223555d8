import ArgumentParser
import Storage

/// Upgrades a data directory of an earlier version without starting the bot.
struct UpgradeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade", abstract: "Upgrade a data directory of an earlier version.",
        discussion: """
            The bot does the same when it starts. The bot must not be running. Needs the encryption key of an encrypted store. The former \
            database is kept as bot.sqlite.backup; delete it once the bot works, because retention, erasure and re-encryption do not \
            change it. An interruption loses nothing: run the command again. Exit codes: 0 success, 1 failure, 2 missing key, 75 data \
            directory in use.
            """)

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        do {
            let cipher = try data.cipher()
            try DataDirectory.verifyExists(data.folder)
            let backup = try DataDirectory(data.folder).upgrade(cipher)
            print(backup.map { "Upgraded. The former database is kept in \($0)." } ?? "The data directory is up to date.")
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }
}
