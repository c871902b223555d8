import BotKit
package import ChatModel

/// Notices decisions between the computation of a rewind and its turn that would be other ones without the rule.
package struct RewindWatch: Sendable {
    private let rewind: SystemEvent.Rewind
    private let messages: Set<MessageID>
    let keys: Set<StateKey>
    /// The event that may take place, as it is journaled; nil before it is known.
    private var frame: [UInt8]?

    /// - Parameter messages: The messages that the rule has sent.
    package init(_ rewind: SystemEvent.Rewind, messages: Set<MessageID>) {
        self.rewind = rewind
        self.messages = messages
        keys = Set(rewind.state.compactMap(\.key))
    }

    /// Lets a rewind take place, if the watch notices everything that matters to it.
    mutating func confirm(_ other: SystemEvent.Rewind) -> Bool {
        guard rewind.rule == other.rule, rewind.since == other.since, keys.isSuperset(of: other.state.compactMap(\.key)) else {
            return false
        }
        frame = SystemEvent.rewind(other).frame
        return true
    }

    /// Returns whether a rewind is the one that may take place.
    func allows(_ rewind: SystemEvent.Rewind) -> Bool { frame == SystemEvent.rewind(rewind).frame }

    /// Returns whether a decision would have been another one without the rule, or is the one that ends the watch.
    ///
    /// - Parameter isUsed: A Boolean value that indicates whether the decision used an entry that the rewind changes.
    func isDisturbed(by event: Event, _ evaluation: RuleEvaluator.Evaluation, isUsed: Bool) -> Bool {
        let author = RuleAuthor.name(of: rewind.rule)
        if isUsed || !event.message.isNone && messages.contains(event.message) { return true }
        switch event {
        case .system(.rewind): return true
        case .system(.failed(let failure)) where failure.author == author: return true
        default: break
        }
        return evaluation.decision.results.contains { $0.author == author || $0.author.hasPrefix(author + "/") }
            || evaluation.written.contains { $0.key.name == rewind.rule }
    }
}

extension SystemEvent.Rewind.StateChange {
    /// The key of the entry; nil if this build does not know its kind.
    var key: StateKey? { StateKey.Kind(rawValue: kind).map { StateKey($0, name, subject) } }
}
