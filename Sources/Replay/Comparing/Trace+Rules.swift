import Persistence

extension Trace.Step {
    /// Whether rules decided it, or the house by the same memory: what bots and hooks say is their own.
    var isOfRules: Bool {
        guard !who.hasPrefix("rule:") else {
            // What a bot answers to a rule stands under both names, and one that is not there is no matter of the rule's.
            return !who.contains("/") && !(what == "failed" && why.hasPrefix("run: "))
        }
        return Self.duties.contains(who)
    }

    private static let duties: Set<String> = [
        "house:limits", "house:questions", "house:failures", "house:direct", "house:bans", "house:strikes", "house:waits",
    ]
}

extension Trace {
    /// What it says of rules.
    var ofRules: [Step] { steps.filter(\.isOfRules) }
}
