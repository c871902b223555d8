import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Lists or removes the texts whose retention period has ended.
struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "List or delete messages past their retention period.",
        discussion: """
            Retention periods are configured under store.retention and per channel. A running bot deletes expired texts at its start and \
            every hour. Without --apply nothing is changed. Events, times, users and rules stay recorded. \
            Exit codes: 0 success, 1 failure or no retention period, 2 configuration errors.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Flag(help: "Delete expired texts; a running bot does so with its own configuration")
    var apply = false

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var isDone: Bool
        var report: RetentionReport
    }

    func run() async throws {
        let plan = try CompiledConfiguration.checked(config)
        let policy = RetentionPolicy(plan.configuration)
        guard !policy.keepsEverything else {
            throw CommandError(.failed, "no retention period is configured; set store.retention")
        }
        let folder = data ?? plan.configuration.store.path
        do {
            guard apply else {
                let report = try await RetentionSweep.plan(policy, in: folder, cipher: plan.cipher, at: SystemTime().now)
                return try show(report, isDone: false)
            }
            do {
                let reply = try AdminClient(folder: folder).ask(.sweep)
                guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
                try show(reply.removed ?? RetentionReport(), isDone: true)
            } catch AdminSocketError.notThere {
                try show(try await OfflineStore.sweep(policy, in: folder, cipher: plan.cipher), isDone: true)
            }
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func show(_ report: RetentionReport, isDone: Bool) throws {
        if json { return try printJSON(Reply(isDone: isDone, report: report)) }
        guard !report.isEmpty else { return print("No texts are past their retention period.") }
        print(isDone ? "Deleted: \(report.text)." : "To be deleted: \(report.text). Pass --apply to delete them.")
    }
}
