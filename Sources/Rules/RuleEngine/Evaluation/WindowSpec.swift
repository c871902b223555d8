/// A sliding window: the measure, its length and its scope.
struct WindowSpec: Hashable, Sendable {
    enum Measure: String, Hashable, Sendable, CaseIterable {
        case message, mention, link, attachment, emoji, sticker, line, char, reaction, join
    }

    var of: Measure
    var within: Double  // Seconds.
    var per: SubjectScope
    /// The minimum text length, if texts are compared: shorter texts are not counted, and for the others a sketch is kept.
    var minSketchLength: Int?

    /// The allowed lengths. Windows are kept in memory and rebuilt from the journal at every start; longer periods need counters.
    static let lengths = Duration.seconds(1)...Duration.seconds(86_400)

    /// Hashes the length and the scope, which suffice to tell windows apart: every message looks up several.
    func hash(into hasher: inout Hasher) {
        hasher.combine(within)
        hasher.combine(per.rawValue)
    }

    /// Returns whether a text is too short to be compared.
    func ignores(_ text: String) -> Bool {
        guard let minSketchLength else { return false }
        return text.index(text.startIndex, offsetBy: minSketchLength, limitedBy: text.endIndex) == nil
    }
}
