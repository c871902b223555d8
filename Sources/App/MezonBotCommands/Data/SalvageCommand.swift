import ArgumentParser
import Logging
import MezonBotApp
import Storage

/// Saves what can be read of a damaged database.
struct SalvageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Save what can be read of a damaged database.",
        discussion: """
            The bot does the same when it starts. It must not be running. The damaged database is kept as bot.sqlite.damaged-TIME, with a \
            report of what is gone beside it; delete both once they are not needed, because retention, erasure and re-encryption do not \
            reach them. Nothing is answered twice: entries whose turns may be gone are not handled. A sound database is not changed, \
            except that damaged rows are set aside. Needs the encryption key of an encrypted store. \
            Exit codes: 0 success, 1 failure, 2 missing key, 75 data directory in use.
            """)

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var isSalvaged: Bool
        var report: SalvageReport?
    }

    func run() async throws {
        do {
            let report = try OfflineStore.salvage(
                data.folder, cipher: try data.cipher(), logger: Logger(label: "salvage") { _ in SwiftLogNoOpLogHandler() })
            if json { return try printJSON(Reply(isSalvaged: report != nil, report: report)) }
            guard let report else { return print("The database is sound; nothing was changed.") }
            for reason in report.reasons { print("Damage: \(reason)") }
            for line in report.lines { print(line) }
            print("The report is \(report.file).")
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }
}
