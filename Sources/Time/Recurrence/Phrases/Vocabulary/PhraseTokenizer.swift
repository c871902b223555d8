import ChatModel
import Foundation
import TextFolding

/// Splits a text into tokens in one pass.
struct PhraseTokenizer {
    private let scalars: [Unicode.Scalar]
    /// The UTF-16 offset of each scalar, and of the end.
    private var offsets: [Int] = [0]
    private var mentions: [PhraseMention]
    private var tokens: [PhraseToken] = []
    private var index = 0
    /// A Boolean value that indicates whether a token has ended here and no space has followed.
    private var wasGlued = false

    static func tokens(of text: String, _ mentions: [PhraseMention]) -> [PhraseToken] {
        var tokenizer = PhraseTokenizer(text, mentions)
        return tokenizer.all()
    }

    private init(_ text: String, _ mentions: [PhraseMention]) {
        scalars = Array(text.unicodeScalars)
        self.mentions = mentions.sorted { $0.range.start > $1.range.start }
        offsets.reserveCapacity(scalars.count + 1)
        for scalar in scalars { offsets.append((offsets.last ?? 0) + (scalar.value > 0xFFFF ? 2 : 1)) }
    }

    private mutating func all() -> [PhraseToken] {
        while index < scalars.count {
            if takeMention() { continue }
            let scalar = scalars[index]
            if scalar.properties.isWhitespace {
                index += 1
                wasGlued = false
            } else if Self.isInvisible(scalar) {
                index += 1
            } else if let end = opaqueEnd() {
                append(.opaque, through: end)
            } else if Self.isDigit(scalar) {
                takeNumber()
            } else if Self.isLetter(scalar) {
                takeWord()
            } else {
                append(.sign(Character(scalar)), through: index + 1)
            }
        }
        return tokens
    }

    private mutating func takeMention() -> Bool {
        while let mention = mentions.last, mention.range.start < offsets[index] || mention.range.length <= 0 {
            mentions.removeLast()
        }
        guard let mention = mentions.last, mention.range.start == offsets[index],
            let end = offsets[index...].firstIndex(where: { $0 >= mention.range.end })
        else { return false }
        append(.mention(mention.subject), through: end)
        return true
    }

    private mutating func takeNumber() {
        let end = scalars[index...].firstIndex { !Self.isDigit($0) } ?? scalars.count
        let value = scalars[index..<end].reduce(0) { value, digit in
            min(value * 10 + Int(digit.value - 48), PhraseToken.maxNumber)
        }
        append(.number(value, digits: end - index), through: end)
    }

    /// Takes letters and the characters that join them within a word: `o'clock`, `Ho_Chi_Minh`.
    private mutating func takeWord() {
        var end = index + 1
        while end < scalars.count {
            let scalar = scalars[end]
            let joins = ["'", "’", "_"].contains(scalar) && end + 1 < scalars.count && Self.isLetter(scalars[end + 1])
            guard Self.isLetter(scalar) || Self.isInvisible(scalar) || joins else { break }
            if let mention = mentions.last, mention.range.start == offsets[end] { break }
            end += 1
        }
        append(.word, through: end)
    }

    /// Returns the end of a quotation, a URL or code that begins here; nil if there is none.
    private func opaqueEnd() -> Int? {
        if let close = Self.quotes[scalars[index]], !wasGlued || scalars[index] == "`" {
            guard let end = scalars[(index + 1)...].firstIndex(of: close) else { return nil }
            return end + 1
        }
        guard !wasGlued, Self.isLetter(scalars[index]) else { return nil }
        let end = scalars[index...].firstIndex { $0.properties.isWhitespace } ?? scalars.count
        var run = String.UnicodeScalarView()
        run.append(contentsOf: scalars[index..<end])
        let text = String(run)
        return text.contains("://") || text.hasPrefix("www.") || text.contains("@") && text.contains(".") ? end : nil
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "“": "”", "«": "»", "`": "`"]

    private mutating func append(_ kind: PhraseToken.Kind, through end: Int) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[index..<end].lazy.filter { !Self.isInvisible($0) })
        let written = String(view).precomposedStringWithCanonicalMapping
        let text = kind == .word ? written.lowercased().replacing("’", with: "'") : written
        var token = PhraseToken(
            kind: kind, text: text, folded: kind == .word ? text.foldedPlainly : text,
            range: TextRange(offsets[index], offsets[end]), followsDirectly: wasGlued)
        let small = written.dropFirst()
        token.isCapitalised = written.first?.isUppercase == true && !small.isEmpty && small.allSatisfy { !$0.isUppercase }
        token.isSmall = written.contains(where: \.isLowercase)
        tokens.append(token)
        index = end
        wasGlued = true
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }

    /// Returns a Boolean value that indicates whether a character is invisible or only affects display: direction marks, joiners, variation
    /// selectors.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
    }
}
