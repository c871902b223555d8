import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence
import Replay
import Rules

/// Replays the journal without sending anything.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play history again, and say where it comes out otherwise than it is written down.",
        discussion: """
            Nothing is sent. Rules and bots decide by what they were given then: people, places, answers of servers, chance, time; what \
            failed then is not tried. It begins with the journal, for what rules remember, and reports what was received since --since. Works beside \
            a running bot and without one. Exit codes: 0 all comes out the same, 1 something differs, 2 the configuration has errors.
            """)

    @OptionGroup var span: ReplayRangeOptions

    @Option(help: ArgumentHelp("Decide by the rules of this configuration instead of those of the day.", valueName: "config"))
    var rules: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Play the bots of the day, too. Without it they are, unless other rules decide: those might ask them otherwise.")
    var bots: Bool?

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object a difference, and one for all at the end.")
    var json = false

    func run() async throws {
        let rules = try self.rules.map { try RuleSet.checked($0).set }
        let summary = try await data.replaying { reader in
            let replayer = Replayer(
                reader, today: try await reader.surroundings(), rules: rules,
                casting: bots ?? (rules == nil) ? Build.registry.botFactory : nil,
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

/// Options that select the reported part of the history.
struct ReplayRangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "From so long ago, or from a day or moment on: 7d, 2026-01-07, 2026-01-07T10:00:00Z.", valueName: "when"))
    var since: TimestampArgument?

    @Option(help: ArgumentHelp("Up to then.", valueName: "when"))
    var until: TimestampArgument?

    func span() -> ReplayRange {
        let now = SystemTime().now
        return ReplayRange(since: since?.date(before: now), until: until?.date(before: now))
    }
}

extension RuleSet {
    /// Loads the rules of a valid configuration and counts their failing tests.
    static func checked(_ config: String) throws -> (set: RuleSet, failedTests: Int) {
        let (plan, report) = CompiledConfiguration.check(
            config, registry: Build.registry, environment: ProcessInfo.processInfo.environment)
        guard let plan else {
            printError(report.human())
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let failures = plan.failedTests()
        if !failures.isEmpty {
            printError(report.with(failures).human())
            printError("mezon-bot: \(failures.count) of the tests beside these rules fail; a bot would not take them over")
        }
        return (plan.rules, failures.count)
    }
}

extension DataDirectoryOptions {
    /// Reads a store whose schema contains the data that a replay needs.
    func replaying<Value>(_ body: (JournalReader) async throws -> Value) async throws -> Value {
        try await reading { reader in
            guard try await reader.isReplayable() else {
                throw CommandError(
                    .failed, "the data folder \(folder) was last used by an older mezon-bot; start this one with it once")
            }
            return try await body(reader)
        }
    }
}
