import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage

/// Explains what the bot did about a message, or why a rule did not act.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain what the bot did about a message.",
        discussion: """
            Works with and without a running bot. A rule without a step in the trace is evaluated again with the rules, roles and \
            counters of that time, and every failed condition is listed. If these are only known from the journal, earlier decisions \
            are replayed, which takes about a second for ten thousand entries. \
            Exit codes: 0 success, 1 unknown message or rule.
            """)

    @Argument(help: "Message id, or the number of a journal entry such as '#12'")
    var message: String

    @Option(help: ArgumentHelp("Rule to explain, also if it did nothing", valueName: "rule"))
    var rule: String?

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let (explanation, zone) = try await data.reading { reader in
            if let rule, let unknown = try await reader.whyUnknown(rule: rule) { throw CommandError(.failed, unknown) }
            let zone = try await reader.timeZone()
            let today = try await reader.directoryLookup()
            let explainer = Explainer(
                reader: reader, lookup: today, zone: zone, past: DecisionReconstruction.past(reader, today: today))
            if message.hasPrefix("#") || message.count < 12, let sequence = Int64(message.drop { $0 == "#" }) {
                guard let explanation = try await explainer.explanation(ofEntry: sequence, rule: rule, me: 0) else {
                    throw CommandError(
                        .failed, "the journal has no entry #\(sequence); its last entry is #\(try await reader.lastSequence())")
                }
                return (explanation, zone)
            }
            guard let id = MessageID(message), !id.isNone else {
                throw CommandError(.usage, "'\(message)' is neither a message id nor an entry number such as '#12'")
            }
            if let explanation = try await explainer.explanation(of: id, rule: rule, me: 0) { return (explanation, zone) }
            throw CommandError(.failed, try await reader.whyUnknown(id, in: zone))
        }
        print(json ? try explanation.json() : explanation.human(in: zone))
    }
}
