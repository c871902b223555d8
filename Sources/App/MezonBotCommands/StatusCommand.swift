import ArgumentParser
import Foundation
import MezonBotApp

/// Prints the status of the running bot.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the running bot.",
        discussion: """
            Without a running bot, --json prints an object with `isRunning`: false and the reason.

            Exit codes: 0 success, 1 degraded, not connected or no bot running.
            """)

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    /// The object that is printed without a running bot.
    private struct Absence: Encodable {
        let isRunning = false
        let isConnected = false
        let reason: String
    }

    func run() throws {
        let status: StatusReport
        do {
            status = try data.status()
        } catch let error as CommandError where json && error.code == .failed {
            try printJSON(Absence(reason: error.message))
            throw ExitCode(error.code.rawValue)
        }
        if json {
            try printJSON(status)
        } else {
            let text = status.human()
            print(text, coloring: text.prefix { $0 != "\n" }.count, status.severity)
        }
        if !status.isHealthy { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }
}

extension StatusReport {
    fileprivate var severity: Terminal.Severity {
        isStarting == true ? .warning : isHealthy ? .success : .error
    }
}

extension DataDirectoryOptions {
    /// The status of the running bot.
    func status() throws -> StatusReport {
        guard let status = try ask(.health).health else {
            throw CommandError(.failed, "the running bot is of another version; restart it with this one")
        }
        return status
    }
}
