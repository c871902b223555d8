import ArgumentParser
import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import ProgramBots
import Storage

/// Records a fixture from the journal.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a fixture from the journal with replaced names.",
        discussion: """
            Prints the fixture. Users get other names, and words are replaced by others of the same shape, except in commands that the \
            bot answered; --keep-text keeps the words, but not names and ids. Channels and roles keep their configured names, because \
            rules refer to them. The expectations are what the bots and rules of the configuration decide about the recorded events. \
            Works with and without a running bot. Exit codes: 0 success, 1 failure, 2 configuration errors.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @OptionGroup var data: DataDirectoryOptions

    @Option(help: .since)
    var since: TimestampArgument?

    @Option(help: .channel("Channel to record"))
    var channel: String?

    @Flag(help: "Keep message texts except for names and ids")
    var keepText = false

    func run() async throws {
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: ProgramHost(), .omitted)
        guard let compiled else {
            printError(report)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let now = SystemTime().now
        let recording = try await data.configured(by: config).reading { reader in
            do {
                var place: ChannelID?
                if let channel {
                    place = try ChannelNameResolver(
                        channels: try await reader.channels(), clans: try await reader.clans(),
                        names: compiled.configuration.names
                    ).channel(named: channel)
                }
                return try await FixtureRecorder(reader, compiled, keepsText: keepText)
                    .record(since: since.map { $0.date(before: now) }, channel: place)
            } catch let error as ChannelNameError {
                throw CommandError(.failed, "\(error)")
            } catch let error as FixtureError {
                throw CommandError(.failed, "\(error)")
            }
        }
        print(recording.text, terminator: "")
        printError("\(recording.events) event\(recording.events == 1 ? "" : "s") recorded.")
        for (reason, count) in recording.leftOut.sorted(by: { $0.key < $1.key }) { printError("omitted: \(reason) (\(count))") }
        if !recording.differing.isEmpty {
            let numbers = recording.differing.prefix(20).map(String.init).joined(separator: ", ")
            printError(
                "\(recording.differing.count) decisions differ from the journal because of replaced or missing data: "
                    + "\(numbers)\(recording.differing.count > 20 ? "…" : "")")
        }
    }
}
