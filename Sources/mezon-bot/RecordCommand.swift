import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import MezonTesting
import Moderation
import Persistence

/// Records a fixture from the journal.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write a fixture from the journal, with other names for people.",
        discussion: """
            Prints it; works beside a running bot and without one. Words become others of the same shape, but for commands that the bot \
            answered; --keep-text keeps them, except names and ids. Channels and roles keep the names that the configuration gives them: \
            its rules go by those. What is expected is what the configuration's bots and rules make of the events as they are written.
            """)

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @OptionGroup var data: DataDirectoryOptions

    @Option(help: "From when on: 7d ago, a day, or a moment; from the beginning where it is left out.")
    var since: TimestampArgument?

    @Option(help: "One channel: its name in the configuration, its label, clan/#label, or its id.")
    var channel: String?

    @Flag(help: "Keep what was said, but for names and ids.")
    var keepText = false

    func run() async throws {
        let (plan, report) = CompiledConfiguration.check(
            config, registry: Build.registry, environment: ProcessInfo.processInfo.environment)
        guard let plan else {
            printError(report.human())
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let now = SystemTime().now
        let recording = try await data.reading { reader in
            do {
                var place: ChannelID?
                if let channel {
                    place = try PlaceNames(
                        channels: try await reader.channels(), clans: try await reader.clans(), names: plan.configuration.names
                    ).channel(named: channel)
                }
                return try await FixtureRecorder(reader, plan, keepsText: keepText)
                    .record(since: since.map { $0.date(before: now) }, channel: place)
            } catch let error as PlaceNameError {
                throw CommandError(.failed, "\(error)")
            } catch let error as FixtureError {
                throw CommandError(.failed, "\(error)")
            }
        }
        print(recording.text, terminator: "")
        printError("\(recording.events) event\(recording.events == 1 ? "" : "s") recorded.")
        for (reason, count) in recording.leftOut.sorted(by: { $0.key < $1.key }) { printError("left out: \(reason) (\(count))") }
        if !recording.differing.isEmpty {
            let numbers = recording.differing.prefix(20).map(String.init).joined(separator: ", ")
            printError(
                "decided otherwise than in the journal, because of what is replaced or came before: \(recording.differing.count) "
                    + "(\(numbers)\(recording.differing.count > 20 ? "…" : ""))")
        }
    }
}
