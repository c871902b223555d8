import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Shows a dead letter with its journal entry.
struct DeadLetterShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a dead letter and its journal entry.",
        discussion: "Works with and without a running bot. Exit codes: 0 success, 1 no such dead letter.")

    @Argument(help: "Id of the dead letter")
    var id: Int64

    @Flag(help: .jsonObject)
    var json = false

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    private struct Details: Encodable {
        var deadLetter: DeadLetter
        /// The steps of the decision about its journal entry.
        var steps: [Trace.Step]
    }

    func run() async throws {
        let deadLetter = try await data.deadLetter(id, scope)
        let (line, zone) = try await data.reading {
            (try await $0.line(deadLetter.sequence).flatMap(scope.places($0).visible), try await $0.timeZone())
        }
        guard !json else { return try printJSON(Details(deadLetter: deadLetter, steps: line?.trace?.steps ?? [])) }
        print(deadLetter.line(in: zone))
        guard let line else { return }
        let entry = line.entry
        print("entry #\(entry.sequence): \(entry.kind) in channel \(entry.channel), \(entry.receivedAt.stamp(in: zone))")
        for step in line.trace?.steps ?? [] { print("  \(step.who): \(step.what) \(step.why)".terminalSafe) }
        print("`mezon-bot rules explain '#\(deadLetter.sequence)'` explains the entry.")
    }
}
