import TextFolding

/// Another way to read a text, which a fold adds to the text as it is written.
///
/// A match in another reading must contain a letter that the reading has put there, and a match in a text read backwards no other;
/// otherwise it is found in the text itself.
enum TextReading: CaseIterable, Sendable {
    /// Without the markup between letters: `fr||ee||`.
    case markup
    case sound
    case keyboard
    case backwards
    case upsideDown

    /// The fold that adds the reading.
    var fold: Fold {
        switch self {
        case .markup: .spacing
        case .sound: .sound
        case .keyboard: .keyboard
        case .backwards, .upsideDown: .mirror
        }
    }

    /// Returns whether a match may be due to the reading.
    func contains(_ match: ArraySlice<FoldedLetter>) -> Bool {
        self == .backwards ? match.allSatisfy { $0.isReread || !$0.isWordCharacter } : match.contains(where: \.isReread)
    }

    /// Returns the text in this reading; `nil` if it reads as it is written, or if no word of it is wanted.
    ///
    /// - Parameter isWanted: Returns whether a word in another reading is worth a search.
    func callAsFunction(_ text: TextParts, where isWanted: ([ReadScalar]) -> Bool = { _ in true }) -> [ReadScalar]? {
        switch self {
        case .markup: MarkupReading.read(text)
        case .sound: byWord(text, isWanted, SoundReading.read)
        case .keyboard: byWord(text, isWanted, KeyboardReading.read)
        case .backwards: MirrorReading.backwards(text, where: isWanted)
        case .upsideDown: MirrorReading.upsideDown(text)
        }
    }

    /// Reads each word of a text in another way.
    ///
    /// - Parameter read: Returns the word in another reading; `nil` if it has none.
    private func byWord(
        _ text: TextParts, _ isWanted: ([ReadScalar]) -> Bool, _ read: (ArraySlice<ReadScalar>) -> [ReadScalar]?
    ) -> [ReadScalar]? {
        var others: [Int: [ReadScalar]] = [:]
        var hasWanted = false
        for (index, part) in text.parts.enumerated()
        where part.isWord && part.scalars.count <= Self.maxWordLength && (self != .sound || !part.isVietnamese) {
            guard let other = read(part.scalars) else { continue }
            others[index] = other
            if !hasWanted { hasWanted = isWanted(other) }
        }
        guard hasWanted else { return nil }
        return text.parts.enumerated().flatMap { index, part in others[index] ?? Array(part.scalars) }
    }

    private static let maxWordLength = 40
}
