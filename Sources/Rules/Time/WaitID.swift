import MezonModel

/// The name of a wait: `wait.812.standup.0`, for the entry, the rule, and how many of its waits had begun there before.
struct WaitID: Hashable, Sendable {
    static let prefix = "wait."

    let text: String
    var key: StateKey { StateKey(.wait, text) }

    init(_ text: String) { self.text = text }

    /// One that does not yet wait.
    init(waitingOf rule: String, at sequence: Int64, in memory: RuleState) {
        var count = 0
        func name(_ count: Int) -> String { "\(Self.prefix)\(sequence).\(rule).\(count)" }
        while memory.overdueMemo(StateKey(.wait, name(count))) != nil { count += 1 }
        text = name(count)
    }

    /// The wait that is over with an event; nil where it tells of something else.
    init?(endingWith event: Event) {
        guard case .house(.due(let occurrence)) = event, occurrence.isForRule, occurrence.appointment.name.hasPrefix(Self.prefix)
        else { return nil }
        text = occurrence.appointment.name
    }
}

extension SystemEvent.Occurrence {
    /// Whether it is a rule that is told.
    var isForRule: Bool { author.hasPrefix(CompiledRule.author("")) }
}
