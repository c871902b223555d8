import ChatModel

@testable import RuleEngine

extension ConditionTestHarness {
    /// Creates a harness whose state has one entry.
    static func with(_ kind: StateKey.Kind, _ name: String, _ subject: String, _ change: (inout StateEntry) -> Void)
        -> ConditionTestHarness
    {
        let harness = ConditionTestHarness()
        var entry = StateEntry(at: start)
        change(&entry)
        harness.memory.change(StateKey(kind, name, subject), .set(entry), in: .real, at: start)
        return harness
    }
}
