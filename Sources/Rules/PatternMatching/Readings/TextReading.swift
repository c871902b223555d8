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
    case fillers

    /// The fold that adds the reading.
    var fold: Fold {
        switch self {
        case .markup: .spacing
        case .sound: .sound
        case .keyboard: .keyboard
        case .backwards, .upsideDown: .mirror
        case .fillers: .fillers
        }
    }

    /// Returns whether a match may be due to the reading.
    func contains(_ match: ArraySlice<FoldedLetter>) -> Bool {
        self == .backwards ? match.allSatisfy { $0.isReread || !$0.isWordCharacter } : match.contains(where: \.isReread)
    }

    /// Returns whether a text may have this reading.
    func isPossible(_ traits: TextTraits) -> Bool { self != .markup || traits.contains(.markup) }

    /// Returns the text in this reading; `nil` if it reads as it is written, or if no word of it is wanted.
    ///
    /// - Parameter words: The words that are worth a search; `nil` if all are.
    func callAsFunction(_ text: TextParts, where words: EntryWords? = nil) -> [ReadScalar]? {
        switch self {
        case .markup: return MarkupReading.read(text)
        case .sound: return byWord(text, words, SoundReading.read)
        case .keyboard:
            var keyboard = KeyboardReading()
            return byWord(text, words) { keyboard.read($0) }
        case .backwards: return MirrorReading.backwards(text, where: words)
        case .upsideDown: return MirrorReading.upsideDown(text)
        case .fillers: return words.flatMap { FillerReading.read(text, $0) }
        }
    }

    /// Reads each word of a text in another way.
    ///
    /// - Parameter read: Returns the word in another reading; `nil` if it has none.
    private func byWord(
        _ text: TextParts, _ words: EntryWords?, _ read: (ArraySlice<ReadScalar>) -> [ReadScalar]?
    ) -> [ReadScalar]? {
        func other(_ part: TextParts.Part) -> [ReadScalar]? {
            guard part.isWord, part.range.count <= Self.maxWordLength, self != .sound || !part.isVietnamese else { return nil }
            return read(text[part])
        }
        // Most texts contain no word that is worth a search.
        guard text.parts.contains(where: { part in other(part).map { words?.contain($0) ?? true } ?? false }) else { return nil }
        return text.parts.flatMap { part in other(part) ?? Array(text[part]) }
    }

    private static let maxWordLength = 40
}
