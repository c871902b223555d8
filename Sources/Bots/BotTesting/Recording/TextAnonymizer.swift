import BotKit
import Foundation

/// A replacement of words by random words of the same shape: equal length, capitals and digits in the same positions, and the
/// same replacement for the same word.
///
/// The replacement depends on the number of words before it and not on the word itself, so it cannot be reversed.
struct TextAnonymizer {
    private var known: [String: String] = [:]

    /// Replaces every word except those to keep. Offsets into the text remain valid.
    mutating func replacing(_ text: String, keeping isKept: (Substring) -> Bool) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            guard Self.isWord(first) else {
                result += Self.plain(first)
                rest = rest.dropFirst()
                continue
            }
            let word = rest.prefix(while: Self.isWord)
            result += isKept(word) ? String(word) : pseudonym(of: String(word))
            rest = rest.dropFirst(word.count)
        }
        return result
    }

    /// The number of words in a text.
    static func wordCount(of text: String) -> Int { text.split { !isWord($0) }.count }

    private mutating func pseudonym(of word: String) -> String {
        if let known = known[word] { return known }
        var random = SplitMixLetters(seed: UInt64(known.count + 1))
        let pseudonym = word.map { random.letters(like: $0) }.joined()
        known[word] = pseudonym
        return pseudonym
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Returns emoji and punctuation unchanged, because they identify no one; any other character becomes dots of the same
    /// length.
    private static func plain(_ character: Character) -> String {
        let isEmoji = character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
        let isPlain = character.isASCII || character.isWhitespace || character.isPunctuation || isEmoji
        return isPlain ? String(character) : String(repeating: ".", count: character.utf16.count)
    }
}

/// A generator of random letters.
private struct SplitMixLetters {
    private var random: SplitMix64

    private static let lower = Array("bcdfghklmnprstvxaeiouy")
    private static let marked = Array("ăâêôơưđàáảãạèéẻẽẹìíòóùúỳý")

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Returns letters with as many UTF-16 units as the character.
    mutating func letters(like character: Character) -> String {
        if character.isNumber, character.utf16.count == 1 { return String(random.next() % 10) }
        let alphabet = character.isASCII ? Self.lower : Self.marked
        let letters = String((0..<character.utf16.count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
        return character.isUppercase ? letters.uppercased() : letters
    }
}
