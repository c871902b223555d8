import ChatModel
import TextFolding

/// A text as a browser reads it, with spelled-out dots replaced, and the original range of each scalar.
struct LinkText {
    struct Cell {
        var scalar: Unicode.Scalar
        var range: TextRange
        /// A Boolean value that indicates whether the cell stands for a spelled-out symbol.
        var isSpelled = false
    }

    private(set) var cells: [Cell] = []

    init(_ text: String) {
        var plain: [Cell] = []
        plain.reserveCapacity(text.utf8.count)
        var position = 0
        for scalar in text.unicodeScalars {
            let end = position + (scalar.value > 0xFFFF ? 2 : 1)
            if !ScalarFolding.isInvisible(scalar) {
                plain.append(Cell(scalar: Self.compatible(scalar), range: TextRange(position, end)))
            }
            position = end
        }
        cells.reserveCapacity(plain.count)
        var index = 0
        while index < plain.count {
            guard let (sign, length) = Self.spelled(plain, at: index) else {
                cells.append(plain[index])
                index += 1
                continue
            }
            if sign == "." { while cells.last?.scalar == " " { cells.removeLast() } }
            let range = TextRange(plain[index].range.start, plain[index + length - 1].range.end)
            cells.append(Cell(scalar: sign, range: range, isSpelled: true))
            index += length
        }
    }

    /// Returns the symbol that is spelled out at an index, and its length in cells: `[.]`, `(dot)`, ` dot `, `[:]`.
    private static func spelled(_ cells: [Cell], at start: Int) -> (sign: Unicode.Scalar, length: Int)? {
        let first = cells[start].scalar
        guard "[({ ".unicodeScalars.contains(first), start > 0 else { return nil }
        func at(_ index: Int) -> Unicode.Scalar? { index < cells.count ? cells[index].scalar : nil }
        var index = start
        if first == " " {
            while at(index) == " ", index - start < maxSpaceLength { index += 1 }
        } else {
            index += 1
        }
        guard
            let word = words.first(where: { word in
                word.text.enumerated().allSatisfy { at(index + $0.offset).map(lowercased) == $0.element }
            }), first != " " || word.isSpoken
        else { return nil }
        index += word.text.count
        guard let close = at(index), first == " " ? close == " " : "])}".unicodeScalars.contains(close) else { return nil }
        index += 1
        // Spaces after a dot in brackets belong to it if a host may continue.
        while word.sign == ".", at(index) == " ", index - start < maxSpellingLength { index += 1 }
        guard word.sign == ":" || at(index).map({ isHostCharacter($0) }) == true,
            isHostCharacter(cells[start - 1].scalar) || first != " "
        else {
            return nil
        }
        return (word.sign, index - start)
    }

    private static let maxSpaceLength = 3
    private static let maxSpellingLength = 12

    private static let words: [(text: [Unicode.Scalar], sign: Unicode.Scalar, isSpoken: Bool)] = [
        (["."], ".", false), (["d", "o", "t"], ".", true), (["c", "h", "ấ", "m"], ".", true), (["c", "h", "a", "m"], ".", false),
        ([":"], ":", false),
    ]

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar == "Ấ" ? "ấ" : (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
    }

    /// Returns a scalar as a browser reads it in an address: fullwidth and mathematical letters become plain letters, and every
    /// dot becomes `.`.
    static func compatible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x80: scalar
        case 0x3002, 0xFF61, 0x2024: "."
        case 0x00A0, 0x2000...0x200A, 0x202F, 0x3000: " "
        case 0xFF01...0xFF5E, 0x24B6...0x24E9, 0x1D400...0x1D7FF: Confusables.latin(scalar)
        default: scalar
        }
    }

    static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "-" || scalar == "_" || scalar == "." || isASCIIAlphanumeric(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            return true
        default: return false
        }
    }

    private static func isASCIIAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "a"..."z", "A"..."Z": true
        default: false
        }
    }
}
