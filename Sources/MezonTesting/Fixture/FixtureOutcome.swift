import MezonModel

/// What came of replaying a fixture.
public struct FixtureOutcome: Sendable {
    /// One event after which something else was asked for than its fixture expects.
    public struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The line that expects it; of an event that nothing is expected of, its own.
        public var line: Int
        public var after: Int
        /// As JSON, as a fixture writes actions. Nil where anything may be asked for that is not forbidden.
        public var expected: [String]?
        public var forbidden: [String]
        public var found: [String]

        public var description: String {
            func list(_ actions: [String]) -> String { actions.isEmpty ? "nothing" : actions.joined(separator: ", ") }
            let wanted = expected.map(list) ?? "no \(forbidden.joined(separator: ", no "))"
            return "line \(line), after \(after)\n  expected \(wanted)\n  found    \(list(found))"
        }
    }

    public internal(set) var differences: [Difference] = []
    /// How many events were replayed.
    public internal(set) var events = 0
    /// What happened: what was said, every turn with its trace, what was sent.
    public internal(set) var transcript = ""
    /// What was asked for after each numbered event.
    var found: [Int: [ActionFields]] = [:]
}
