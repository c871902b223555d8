import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence
import Replay

/// Explains what the bot did about a message, or why a rule did not act.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say why the bot did what it did about a message, or why a rule did nothing.",
        discussion: """
            Works beside a running bot and without one. A rule without a step in the trace is asked again, with the rules, the roles and \
            the counters of that moment, and names every condition that fails; where these are known only from the journal, the decisions \
            before it are made again, which takes a second for some five thousand entries: behind more than --entries of them what rules \
            remembered is called unknown. \
            Exit code 1 where nothing is known of the message, or no rule has that name.
            """)

    @Argument(help: ArgumentHelp("A message's id, or a number of the journal such as '#12'."))
    var message: String

    @Option(help: "Only this rule, and why it did nothing.")
    var rule: String?

    @Option(help: "The most entries that are read again for an answer.")
    var entries = DecisionReconstruction.usualLimit

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard entries >= 0 else { throw ValidationError("--entries is a number of entries, 0 or more") }
    }

    func run() async throws {
        let (explanation, zone) = try await data.reading { reader in
            if let rule, let unknown = try await reader.whyUnknown(rule: rule) { throw CommandError(.failed, unknown) }
            let zone = try await reader.timeZone()
            let today = try await reader.surroundings()
            let explainer = Explainer(
                reader: reader, surroundings: today, zone: zone,
                past: DecisionReconstruction.past(reader, today: today, limit: entries))
            if message.hasPrefix("#") || message.count < 12, let sequence = Int64(message.drop { $0 == "#" }) {
                guard let explanation = try await explainer.explanation(ofEntry: sequence, rule: rule, me: 0) else {
                    throw CommandError(
                        .failed, "the journal has no entry #\(sequence); its last is #\(try await reader.lastSequence())")
                }
                return (explanation, zone)
            }
            guard let id = MessageID(message), !id.isNone else {
                throw ValidationError("'\(message)' is neither a message's id nor a number such as '#12'")
            }
            if let explanation = try await explainer.explanation(of: id, rule: rule, me: 0) { return (explanation, zone) }
            throw CommandError(.failed, try await reader.whyUnknown(id, in: zone))
        }
        print(json ? try explanation.json() : explanation.human(in: zone))
    }
}
