/// The time that the evaluation of a rule takes, measured at one decision in sixty-four.
///
/// The search of texts, which all rules share, is not part of it.
package struct RuleCost: Sendable, Hashable {
    /// The measured evaluations.
    package var evaluations: Int
    /// Their total time.
    package var time: Duration

    package init(evaluations: Int = 0, time: Duration = .zero) {
        self.evaluations = evaluations
        self.time = time
    }

    /// The average time of an evaluation; zero if none was measured.
    package var average: Duration { evaluations == 0 ? .zero : time / evaluations }

    mutating func add(_ time: Duration) {
        evaluations += 1
        self.time += time
    }
}
