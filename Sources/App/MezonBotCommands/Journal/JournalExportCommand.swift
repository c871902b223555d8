import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Exports the journal as JSON Lines.
struct JournalExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the journal as JSON Lines.",
        discussion: """
            Writes a header, the clans, channels, members and rules, one line per entry, and an end marker. The texts of an encrypted \
            store are exported as plain text: protect the file accordingly. A partial export omits the state of bots and rules, so its \
            replay may differ. Scheduled jobs are not exported, because a copy would run them twice. Works with and without a running \
            bot. Exit codes: 0 success, 1 failure.
            """)

    @Option(help: .since)
    var since: TimestampArgument?

    @Option(help: .until)
    var until: TimestampArgument?

    @Option(help: .channel("Channel to export"))
    var channel: String?

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let now = SystemTime().now
        let count = try await data.replaying { reader in
            var filter = JournalExport.Filter(since: since?.date(before: now), until: until?.date(before: now))
            if let channel { filter.channels = [try await reader.channel(named: channel)] }
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            return try JournalExport(reader, filter) { $0.said }.run {
                meter.advance(to: $0)
            } write: { line in
                guard StandardOutput.hasReader else { throw ExitCode.success }
                print(line)
            }
        }
        try StandardOutput.finish()
        printError("\(count) entries exported.")
    }
}
