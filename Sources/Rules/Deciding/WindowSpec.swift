/// What is counted, how far back, and for whom.
struct WindowSpec: Hashable, Sendable {
    enum Measure: String, Hashable, Sendable, CaseIterable {
        case message, mention, link, attachment, emoji, line, char, reaction
    }

    var of: Measure
    var within: Double  // Seconds.
    var per: SubjectScope
    /// Where likeness is asked for: shorter texts are not counted, and of the others a sketch is kept.
    var shortestSketched: Int?

    /// Windows live in memory and are filled again from the journal at every start: longer ones are for counters.
    static let lengths = Duration.seconds(1)...Duration.seconds(86_400)
}
