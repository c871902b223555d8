import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import ProgramBots
import Replay
import RuleEngine
import Storage

/// Replays the journal without sending anything.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay the journal and report decisions that differ.",
        discussion: """
            Nothing is sent. Rules and bots receive their recorded inputs: users, channels, responses, randomness and time. Invocations \
            that failed are skipped. The replay starts at the beginning of the journal to rebuild the state of rules, and reports the \
            entries since --since. Works with and without a running bot. \
            Exit codes: 0 no differences, 1 differences, 2 configuration errors.
            """)

    @OptionGroup var span: ReplayRangeOptions

    @Option(
        help: ArgumentHelp("Configuration file whose rules replace the recorded ones", valueName: "config"),
        completion: .configuration)
    var rules: String?

    @Flag(inversion: .prefixedNo, help: "Replay bots (default: on, unless --rules is given)")
    var bots: Bool?

    @Option(
        help: ArgumentHelp(
            "Folder in which recorded bots that are programs run (default: they do not run)", valueName: "directory"),
        completion: .directory)
    var programs: String?

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Print one JSON object per difference and one for the summary")
    var json = false

    func run() async throws {
        let rules = try self.rules.map { try RuleSet.checked($0).set }
        let programHost = programs.map { _ in ProgramHost(dataFolder: data.folder, neverRests: true) }
        defer { programHost?.end() }
        let folder = URL(fileURLWithPath: programs ?? ".").standardizedFileURL.path
        let factory = Build.registry.botFactory(programs: programHost, in: folder)
        let summary = try await data.replaying { reader in
            let replayer = Replayer(
                reader, today: try await reader.directoryLookup(), rules: rules,
                botFactory: bots ?? (rules == nil) ? factory : nil,
                span: span.span())
            let zone = try await reader.timeZone()
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            return try await replayer.run(progress: { meter.advance(to: $0) }) { difference in
                guard json else {
                    if difference.kind != .otherReason || rules == nil { print(difference.line(in: zone)) }
                    return
                }
                // A value decoded from JSON can be encoded again.
                if let line = try? difference.json() { print(line) }
            }
        }
        print(json ? try summary.json() : summary.human())
        if !summary.isExact { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}
