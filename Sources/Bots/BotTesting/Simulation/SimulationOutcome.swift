import ChatModel

/// The observable result of a simulation.
package struct SimulationOutcome: Sendable {
    /// The bot's messages in each channel, in their order.
    var messages: [ChannelID: [String]] = [:]
    /// The users' messages that still exist.
    var remaining: Set<String> = []
    /// The users' messages in the journal, each as often as it stands there.
    var journaled: [String: Int] = [:]
    /// The users' messages that the gateway has accepted.
    var accepted: Set<String> = []
    /// The deliveries that are not settled as sent, in words.
    var unsettled: [String] = []
    /// The steps and their effects, one line each.
    package var trace: [String] = []

    /// Returns what contradicts the guarantees, one sentence each; empty if nothing does.
    ///
    /// - Parameter twin: The outcome of the same steps without faults.
    func violations(comparedWith twin: SimulationOutcome) -> [String] {
        var found = unsettled.sorted()
        for text in accepted.sorted() {
            let count = journaled[text] ?? 0
            if count != 1 { found.append("'\(text)' is in the journal \(count) times") }
        }
        for channel in SimulationPlan.channels.indices {
            let id = SimulationPlan.channel(channel).id
            found += difference(messages[id] ?? [], twin.messages[id] ?? [], in: channel)
        }
        for text in remaining.symmetricDifference(twin.remaining).sorted() {
            found.append(remaining.contains(text) ? "'\(text)' was not deleted" : "'\(text)' was deleted")
        }
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
