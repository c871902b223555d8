import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Persistence

extension JournalCommand {
    /// Exports the journal as JSON Lines.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the journal with all that it came to, as JSON Lines that `journal import` takes in.",
            discussion: """
                A header, what is known of clans, channels, members and rules, the entries each whole in a line, and an end. The texts of a \
                sealed store stand in it as they are: keep it as you would keep them. Of a part of the journal it leaves out what bots and \
                rules remember, and a replay of it may come out otherwise. What is to come (`schedule`) is not in it: a copy would tell \
                people of it twice. Works beside a running bot and without one.
                """)

        @Option(help: ArgumentHelp("From then on: 7d ago, a day, or a moment.", valueName: "when"))
        var since: TimestampArgument?

        @Option(help: ArgumentHelp("Up to then.", valueName: "when"))
        var until: TimestampArgument?

        @Option(help: "Only what happened in this channel: its name in the configuration, its label, clan/#label, or its id.")
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
            printError("\(count) entries were written.")
        }
    }
}
