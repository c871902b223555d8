/// The expected result of a rule:
/// `expect: { hit: true, actions: [delete, warn], because: text.any_word, counters: { strikes: 2 } }`.
struct RuleTestExpectation: Hashable, Sendable {
    var hit: Bool
    /// The requested actions, in any order, with repetitions; `nil` if they are not checked.
    var actions: [String]?
    /// The part that decides: `author.member_for`.
    var because: String?
    var counters: [String: Int] = [:]
}
