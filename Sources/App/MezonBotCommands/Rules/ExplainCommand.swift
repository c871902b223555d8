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
            counters of that time, and every failed condition is listed. With --rule, the smallest changes are listed with which the \
            rule would have decided the opposite, each decided again. For these, and for what is only known from the journal, earlier \
            decisions are replayed, which takes about a second for ten thousand entries. \
            Exit codes: 0 success, 1 unknown message or rule.
            """)

    @Argument(help: "Message id, or the number of a journal entry such as '#12'")
    var message: String

    @Option(help: ArgumentHelp("Rule to explain, also if it did nothing", valueName: "rule"))
    var rule: String?

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let (explanation, zone) = try await data.reading { reader in
            let places = try await scope.places(reader)
            if let rule { try await reader.requireRule(rule, in: places) }
            let zone = try await reader.timeZone()
            let today = try await reader.directoryLookup()
            let explainer = Explainer(
                reader: reader, lookup: today, zone: zone, past: DecisionReconstruction.past(reader, today: today))
            if message.hasPrefix("#") || message.count < 12, let sequence = Int64(message.drop { $0 == "#" }) {
                guard
                    let explanation = try await explainer.explanation(
                        ofEntry: sequence, rule: rule, me: 0, visible: places.visible)
                else {
                    throw CommandError(
                        .failed, "the journal has no entry #\(sequence); its last entry is #\(try await reader.lastSequence())")
                }
                return (explanation.limited(to: places), zone)
            }
            guard let id = MessageID(message), !id.isNone else {
                throw CommandError(.usage, "'\(message)' is neither a message id nor an entry number such as '#12'")
            }
            if let explanation = try await explainer.explanation(of: id, rule: rule, me: 0, visible: places.visible) {
                return (explanation.limited(to: places), zone)
            }
            guard places.scope.isEverything else {
                throw CommandError(.failed, "nothing is known about message \(id) in these clans")
            }
            throw CommandError(.failed, try await reader.whyUnknown(id, in: zone))
        }
        print(json ? try explanation.json() : explanation.human(in: zone))
    }
}

extension Explanation {
    /// The explanation without the rules that do not apply in the visible clans.
    fileprivate func limited(to places: VisiblePlaces) -> Explanation {
        var limited = self
        for index in limited.entries.indices { limited.entries[index].silent.removeAll { !places.shows(rule: $0.rule) } }
        return limited
    }
}
