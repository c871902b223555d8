import ArgumentParser
import BotConfiguration
import ChatModel
import MezonBotApp
import Storage

/// Moves a store from its file to a PostgreSQL server, or back.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Move a store to a PostgreSQL server, or back.",
        discussion: """
            Copies every table, compares both sides, and then switches the data directory to the copy. The bot must not be running. Until \
            the switch the store is unchanged; an interrupted migration is continued by the same command. The former file is kept as \
            bot.sqlite.moved-TIME, and a store on a server stays there; delete it once the bot works, because retention and erasure do not \
            reach it. The server's schema has to be new or empty. Attachments and the archive stay in the data directory. The copy \
            of an encrypted store is encrypted with the same key. Afterwards set store.url and store.schema, or remove them. \
            Exit codes: 0 success, 1 failure, 2 configuration errors, or a missing key or URL, 64 wrong usage, 75 data directory in use.
            """)

    @Option(help: ArgumentHelp("Origin of the server's URL: env:NAME or file:PATH", valueName: "origin"))
    var to: String?

    @Option(help: ArgumentHelp("Schema on the server, one for each bot", valueName: "name"))
    var schema = "mezon_bot"

    @Flag(name: .customLong("to-file"), help: "Move the store from its server to a file")
    var isToFile = false

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        struct Table: Encodable {
            var name: String
            var rows: Int64
            var digest: String
        }

        var destination: String
        /// A Boolean value that indicates whether an earlier call has copied everything, and this one has completed the switch.
        var isContinued: Bool
        var isRestarted: Bool
        var tables: [Table]
        var replacedRows: Int64
        var former: String?
    }

    func validate() throws {
        if (to == nil) != isToFile { throw ValidationError("pass either --to or --to-file") }
    }

    func run() async throws {
        let (folder, schema, to) = (data.folder, schema, to)
        do {
            let cipher = try data.cipher()
            let outcome = try await interruptible { flag in
                var lines = ProgressLines()
                guard let to else {
                    return try OfflineStore.moveToFile(in: folder, cipher: cipher, flag: flag) { lines.advance(to: $0, of: $1) }
                }
                return try OfflineStore.moveToServer(
                    at: to, schema: schema, from: folder, cipher: cipher, flag: flag
                ) { lines.advance(to: $0, of: $1) }
            }
            try show(outcome)
        } catch let error as CommandError {
            throw error
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as SecretSourceError {
            throw CommandError(.configuration, "\(error)")
        } catch let error as MigrationError {
            throw CommandError(.failed, "\(error)")
        } catch {
            throw CommandError(.failed, "\(StorageErrorDescription.words(for: error)); the same command continues")
        }
    }

    private func show(_ outcome: StoreRelocation.Outcome) throws {
        let report = outcome.report ?? StoreMigration.Report()
        let destination = to == nil ? DataDirectory.database(in: data.folder) : "the schema \(schema)"
        if json {
            return try printJSON(
                Reply(
                    destination: destination, isContinued: outcome.report == nil, isRestarted: report.isRestarted,
                    tables: report.tables.map { Reply.Table(name: $0.table, rows: $0.rows, digest: $0.digest) },
                    replacedRows: report.replacedRows, former: outcome.aside))
        }
        for table in report.tables { print("\(table.table): \(table.rows) rows, digest \(table.digest.prefix(16))") }
        let rows = report.tables.reduce(0) { $0 + $1.rows }
        print(
            outcome.report == nil
                ? "The move to \(destination) is complete."
                : "\(rows) rows of \(report.tables.count) tables were copied to \(destination) and are equal on both sides.")
        if report.isRestarted { print("The store had changed since the earlier attempt, whose copy was made anew.") }
        if report.replacedRows > 0 {
            print("\(report.replacedRows) rows contain U+0000, which the server cannot store; it is U+FFFD there.")
        }
        if let former = outcome.aside { print("The former file is \(former); delete it once the bot works.") }
        print(
            to.map { "Set store: { url: \"${\($0)}\", schema: \(schema) } in the configuration." }
                ?? "Remove store.url and store.schema from the configuration.")
    }
}
