import ChatModel
import Foundation

/// The observable result of a simulation.
package struct SimulationOutcome: Sendable {
    /// The bot's messages in each channel, in their order.
    var messages: [ChannelID: [String]] = [:]
    /// The users' messages that still exist.
    var remaining: Set<String> = []
    /// The users' messages in the journal, each as often as it stands there.
    var journaled: [MessageID: Int] = [:]
    /// The texts of the users' messages that the gateway has accepted, as they were said.
    var accepted: [MessageID: String] = [:]
    /// The deliveries that are not settled as sent, in words.
    var unsettled: [String] = []
    /// The messages that were sent before the server permitted it, in words.
    var premature: [String] = []
    /// The due times of the schedule in the journal, each as often as it stands there.
    var occurrences: [Date: Int] = [:]
    /// A Boolean value that indicates whether the bot's clock was wrong for a time: its schedule ran early or late.
    var wasClockWrong = false
    /// The steps and their effects, one line each.
    package var trace: [String] = []

    /// Returns what contradicts the guarantees, one sentence each; empty if nothing does.
    ///
    /// - Parameter twin: The outcome of the same steps without faults.
    func violations(comparedWith twin: SimulationOutcome) -> [String] {
        var found = unsettled.sorted() + premature
        for (message, text) in accepted.sorted(by: { $0.key < $1.key }) {
            let count = journaled[message] ?? 0
            if count != 1 { found.append("'\(text)' is in the journal \(count) times") }
        }
        found += occurrenceViolations(comparedWith: twin)
        for channel in SimulationPlan.channels.indices where !(wasClockWrong && channel == SimulationPlan.scheduleChannel) {
            let id = SimulationPlan.channel(channel).id
            found += difference(messages[id] ?? [], twin.messages[id] ?? [], in: channel)
        }
        for text in remaining.symmetricDifference(twin.remaining).sorted() {
            found.append(remaining.contains(text) ? "'\(text)' was not deleted" : "'\(text)' was deleted")
        }
        return found
    }

    /// Each occurrence stands in the journal once and has its message; there may be more than in the twin if the clock was ahead.
    private func occurrenceViolations(comparedWith twin: SimulationOutcome) -> [String] {
        var found = occurrences.filter { $0.value != 1 }.keys.sorted().map { "the occurrence of \($0) is in the journal twice" }
        found += twin.occurrences.keys.filter { occurrences[$0] == nil }.sorted().map { "the occurrence of \($0) is missing" }
        let sent = messages[SimulationPlan.channel(SimulationPlan.scheduleChannel).id]?.count ?? 0
        if sent != occurrences.count { found.append("\(occurrences.count) occurrences have \(sent) messages") }
        return found
    }

    private func difference(_ own: [String], _ expected: [String], in channel: Int) -> [String] {
        let name = SimulationPlan.name(ofChannel: channel)
        let (counts, wanted) = (Self.counts(own), Self.counts(expected))
        let texts = Set(counts.keys).union(wanted.keys).sorted()
        let wrong = texts.filter { counts[$0] != wanted[$0] }.map { text in
            "\(name): '\(text)' was sent \(counts[text] ?? 0) times instead of \(wanted[text] ?? 0)"
        }
        guard wrong.isEmpty, !SimulationPlan.unorderedChannels.contains(channel), own != expected else { return wrong }
        return ["\(name): out of order: \(own.joined(separator: " | "))"]
    }

    private static func counts(_ texts: [String]) -> [String: Int] { Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +) }
}
