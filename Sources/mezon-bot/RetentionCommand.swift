import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Persistence

/// Lists or removes the texts whose retention period has ended.
struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Say which texts are kept no longer, and take them out.",
        discussion: """
            For how long what is kept, stands in the configuration: store.retain, and retain of a channel. A running bot takes out what \
            is over at its start and every hour. Without --now nothing is changed. What happened, when, to whom and by which rule stays.
            """)

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Where data is.", discussion: "Otherwise where the configuration's store.path says."))
    var data: String?

    @Flag(help: "Take it out now: by the running bot with its own configuration, or here where none runs.")
    var now = false

    @Flag(help: "One JSON object.")
    var json = false

    private struct Reply: Encodable {
        var isDone: Bool
        var report: RetentionReport
    }

    func run() async throws {
        let plan = try CompiledConfiguration.checked(config)
        let policy = RetentionPolicy(plan.configuration)
        guard !policy.keepsEverything else {
            throw CommandError(.failed, "the configuration keeps everything for ever: store.retain says nothing")
        }
        let folder = data ?? plan.configuration.store.path
        do {
            guard now else {
                let report = try await RetentionSweep.plan(policy, in: folder, seal: plan.seal, at: SystemTime().now)
                return try show(report, isDone: false)
            }
            do {
                let reply = try AdminClient(folder: folder).ask(.sweep)
                guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
                try show(reply.removed ?? RetentionReport(), isDone: true)
            } catch AdminSocketError.notThere {
                try show(try await OfflineStore.sweep(policy, in: folder, seal: plan.seal), isDone: true)
            }
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func show(_ report: RetentionReport, isDone: Bool) throws {
        if json { return try printJSON(Reply(isDone: isDone, report: report)) }
        guard !report.isEmpty else { return print("No text is older than it may be.") }
        print(isDone ? "Removed: \(report.text)." : "To be removed: \(report.text). Add --now to do it.")
    }
}
