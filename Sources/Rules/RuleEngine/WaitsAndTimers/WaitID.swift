import ChatModel

/// The id of a wait: `wait.812.standup.0`, for the entry, the rule, and the number of its earlier waits for that entry.
struct WaitID: Hashable, Sendable {
    static let prefix = "wait."

    let text: String
    var key: StateKey { StateKey(.wait, text) }

    init(_ text: String) { self.text = text }

    /// Creates the id of a new wait.
    init(waitingOf rule: String, at sequence: Int64, in state: RuleState) {
        var count = 0
        func name(_ count: Int) -> String { "\(Self.prefix)\(sequence).\(rule).\(count)" }
        while state.expiredEntry(StateKey(.wait, name(count))) != nil { count += 1 }
        text = name(count)
    }

    /// Creates the id of the wait that ends with an event; `nil` for any other event.
    init?(endingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule, occurrence.job.name.hasPrefix(Self.prefix)
        else { return nil }
        text = occurrence.job.name
    }
}

extension SystemEvent.Occurrence {
    /// A Boolean value that indicates whether the job belongs to a rule.
    var isForRule: Bool { RuleAuthor.isRule(author) }
}
