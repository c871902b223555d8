import ChatModel

/// The outcome of replaying a fixture.
public struct FixtureOutcome: Sendable {
    /// A difference between the actions expected after an event and those requested.
    public struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The line of the expectation; for an event without one, its own line.
        public var line: Int
        /// The number of the event.
        public var after: Int
        /// The expected actions as JSON in the form of a fixture. Nil if any action is allowed that is not forbidden.
        public var expected: [String]?
        /// The kinds of actions that must not occur; with `by` and an author if only that author's must not.
        public var forbidden: [String]
        /// The actions that were requested, as JSON.
        public var found: [String]
        /// The author of each requested action, for example `rule:greeting`.
        public var authors: [String]

        /// The expected and the requested actions, with the line.
        public var description: String {
            func list(_ actions: [String]) -> String { actions.isEmpty ? "nothing" : actions.joined(separator: ", ") }
            let wanted = expected.map(list) ?? "no \(forbidden.joined(separator: ", no "))"
            return "line \(line), after \(after)\n  expected \(wanted)\n  found    \(list(found))"
        }
    }

    /// The differences from the expectations; empty if all were met.
    public internal(set) var differences: [Difference] = []
    /// The number of events replayed.
    public internal(set) var events = 0
    /// The events: messages, every turn with its trace, and requests sent.
    public internal(set) var transcript = ""
    /// The actions requested after each numbered event.
    var found: [Int: [ActionFields]] = [:]
}
