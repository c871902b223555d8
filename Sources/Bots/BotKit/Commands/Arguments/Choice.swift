/// An argument that is one of a few fixed words: an enum of them.
///
///     enum Side: String, Choice { case heads, tails }
public protocol Choice: WordArgument, CaseIterable, RawRepresentable, Codable where RawValue == String {}

extension Choice {
    /// The words separated by `|` if they are few and short; otherwise the type's name in lower case.
    public static var label: LocalizedText {
        let words = allCases.map(\.rawValue)
        let all = words.joined(separator: "|")
        let name = String(describing: Self.self).lowercased()
        return LocalizedText(stringLiteral: words.count <= 4 && all.count <= 30 ? all : name)
    }

    /// The phrase "one of" with up to ten of the words.
    public static var expects: LocalizedText {
        let words = allCases.map(\.rawValue)
        let shown = words.prefix(10).joined(separator: ", ") + (words.count > 10 ? "…" : "")
        return LocalizedText("one of \(shown)", vi: "một trong \(shown)")
    }

    /// Creates the value from its word, ignoring case.
    public init?(_ word: String) {
        let word = word.lowercased()
        guard let choice = Self.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
        self = choice
    }
}
