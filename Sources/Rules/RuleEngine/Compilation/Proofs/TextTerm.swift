import PatternMatching
import TextFolding

/// A text or pattern that a condition searches for.
enum TextTerm: Hashable, Sendable {
    case needle(Needle)
    case pattern(String, folds: FoldSet, matchesEmptyText: Bool)

    /// Returns whether a text in which this is found always contains the other as well. Certain only for plain Latin words: with
    /// marks, or with folds that see through disguises, it depends on the rest of the text.
    func implies(_ other: TextTerm) -> Bool {
        if self == other { return true }
        guard case .needle(let own) = self, case .needle(let wanted) = other, own.folds == wanted.folds, wanted.allowed == nil,
            let text = own.plainText, let part = wanted.plainText
        else { return false }
        switch wanted.fit {
        case .whole: return own.fit == .whole && text == part
        case .start: return [.start, .whole].contains(own.fit) && text.starts(with: part)
        case .end: return [.end, .whole].contains(own.fit) && text.reversed().starts(with: part.reversed())
        case .anywhere, .word, .wordStart, .wordEnd: break
        }
        // Marks are compared word by word, so only whole words of one are words of the other.
        let needsStart = wanted.folds.has(.marks) || [.word, .wordStart].contains(wanted.fit)
        let needsEnd = wanted.folds.has(.marks) || [.word, .wordEnd].contains(wanted.fit)
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { offset in
            let end = offset + part.count
            guard text[offset..<end].elementsEqual(part) else { return false }
            let startsWord = offset == 0 ? own.startsWord || wanted.fit == .anywhere : !text[offset - 1].isOfWord
            let endsWord = end == text.count ? own.endsWord || wanted.fit == .anywhere : !text[end].isOfWord
            return (!needsStart || startsWord) && (!needsEnd || endsWord)
        }
    }

    /// Returns whether no text contains this and the other, because both say how it begins, how it ends or what it is.
    func excludes(_ other: TextTerm) -> Bool {
        guard case .needle(let own) = self, case .needle(let wanted) = other, own.folds == wanted.folds else {
            return false
        }
        let (text, part) = (own.foldedText, wanted.foldedText)
        guard !text.isEmpty, !part.isEmpty else { return false }
        switch (own.fit, wanted.fit) {
        case (.whole, .whole): return text != part
        case (.whole, .start): return !text.starts(with: part)
        case (.whole, .end): return !text.reversed().starts(with: part.reversed())
        case (.whole, _): return !text.contains(part)
        case (_, .whole): return other.excludes(self)
        case (.start, .start): return !text.starts(with: part) && !part.starts(with: text)
        case (.end, .end):
            return !text.reversed().starts(with: part.reversed()) && !part.reversed().starts(with: text.reversed())
        default: return false
        }
    }

    /// The smallest number of characters of a text in which this is found.
    var minLength: Int {
        switch self {
        case .needle(let needle): needle.plainText?.count ?? 1
        case .pattern(_, _, let matchesEmptyText): matchesEmptyText ? 0 : 1
        }
    }

    /// The number of characters of a text that equals this one, apart from spaces around it and invisible characters; `nil` if
    /// the text may have others.
    var wholeLength: Int? {
        guard case .needle(let needle) = self, needle.fit == .whole, needle.folds.isSubset(of: .plain) else { return nil }
        return needle.text.count
    }
}

extension Needle {
    /// The letters of a text of plain Latin words without disguises, in lower case; `nil` for any other.
    fileprivate var plainText: [UInt8]? {
        guard folds.isSubset(of: .plain), !text.isEmpty, text.utf8.allSatisfy({ $0 == 32 || $0.isOfWord }),
            text.first != " ", text.last != " "
        else { return nil }
        return folds.has(.case) ? text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } : Array(text.utf8)
    }

    /// The text as it is compared; empty if that is not known.
    fileprivate var foldedText: [UInt8] {
        guard folds == .plain || folds.isEmpty, text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
            return []
        }
        return Array((folds.isEmpty ? text : text.foldedPlainly).utf8)
    }

    fileprivate var startsWord: Bool { [.word, .wordStart, .start, .whole].contains(fit) }
    fileprivate var endsWord: Bool { [.word, .wordEnd, .end, .whole].contains(fit) }
}

extension UInt8 {
    /// A Boolean value that indicates whether an ASCII character is part of a word.
    fileprivate var isOfWord: Bool {
        switch self {
        case 48...57, 65...90, 95, 97...122: true
        default: false
        }
    }
}
