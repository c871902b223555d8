import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence
import Relay

/// Shows, tests and retries the connections to other networks.
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Say how the connections to other networks stand, try them, and send again.",
        subcommands: [Status.self, Test.self, Replay.self], defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List ports and their channels: whether each is there, why not, and how much waits to go there.",
            discussion: "Exit code 1 where a port or a channel of one cannot be reached, or no bot runs.")

        @OptionGroup var data: DataDirectoryOptions

        @Flag(help: "A JSON array, one object for each port.")
        var json = false

        func run() throws {
            guard let health = try data.ask(.health).health else { throw CommandError(.failed, "the bot is of another build") }
            if json {
                try printJSON(health.ports ?? [])
            } else {
                print(health.portLines.joined(separator: "\n"))
            }
            if health.degraded.contains(where: { $0.part == "ports" }) { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Open the ports of a configuration for a moment, without a bot, and say how each stands.",
            discussion: """
                Logs in, goes into the rooms, and leaves. Nothing is said or kept. What posts to others is not tried. A bot that runs \
                with the same accounts is better asked: `relay status`. Exit codes: 0 all are well, 1 one is not, 2 configuration errors.
                """)

        @Option(help: "The configuration.")
        var config = "config.yaml"
        @Option(help: "How long to wait for all of them; 30s without it.")
        var within: DurationArgument?
        @Flag(help: "A JSON array, one object for each port.")
        var json = false
        @OptionGroup var log: LogOptions

        func run() async throws {
            let plan = try CompiledConfiguration.checked(config)
            let probe = ConnectionProbe(
                plan, time: SystemTime(), logger: log.logger("mezon-bot", unlessSaid: .error),
                patience: .seconds(within?.seconds ?? 30))
            let ports = try await probe.run()
            if json {
                try printJSON(ports)
            } else {
                let lines = ports.flatMap(\.lines)
                print(lines.isEmpty ? "there are no ports; `ports:` in \(config) makes them" : lines.joined(separator: "\n"))
            }
            if ports.contains(where: { !$0.troubles.isEmpty }) { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send again the messages that were given up on their way to a channel.",
            discussion: """
                Given up is what was refused, and what was tried in vain for about ten minutes. It goes behind what waits there, in its \
                order. Edits, deletes and reactions are not repeated: time has passed them by. What was tried in vain may be there \
                all the same; on Matrix and by Standard Webhooks it is known for that, elsewhere it then stands there twice.
                """)

        @Argument(help: "The channel: its name in the configuration, its label, clan/#label, or its id.")
        var channel: String
        @Option(help: "From when on: 2h (ago), a day, or a moment (ISO 8601); 1d without it.")
        var since: TimestampArgument?
        @Flag(help: "Only say what it would be.")
        var list = false
        @Flag(help: "With --list: a JSON array.")
        var json = false
        @OptionGroup var data: DataDirectoryOptions

        private struct Row: Encodable {
            var number: Int64
            var entry: Int64
            var author: String
            var at: Date
            var outcome: String
        }

        func validate() throws {
            if json, !list { throw ValidationError("--json goes with --list") }
        }

        func run() async throws {
            let now = SystemTime().now
            let since = since?.date(before: now) ?? now.addingTimeInterval(-86_400)
            let channels: Set = [try await data.reading { try await $0.channel(named: channel) }]
            guard list else { return try await data.change(.sendAgain(channels: channels, since: since)) }
            let (rows, zone) = try await data.reading {
                (try await $0.givenUp(to: channels, since: since).filter(\.sendsMessage), try await $0.timeZone())
            }
            if json {
                return try printJSON(
                    rows.map {
                        Row(number: $0.id, entry: $0.cause, author: $0.author, at: $0.createdAt, outcome: $0.outcome(in: zone))
                    })
            }
            guard !rows.isEmpty else { return print("Nothing was given up.") }
            for row in rows {
                print("\(row.createdAt.stamp(in: zone))  entry #\(row.cause)  \(row.outcome(in: zone))".terminalSafe)
            }
        }
    }
}
