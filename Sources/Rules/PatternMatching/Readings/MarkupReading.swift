import TextFolding

/// A text without the markup that a chat does not show: spoilers, code, bold and struck-through letters.
enum MarkupReading {
    /// Returns the text without `||`, `**`, `__`, `~~` and backquotes next to a letter; `nil` if there are none.
    static func read(_ text: TextParts) -> [ReadScalar]? {
        let scalars = text.scalars
        var result: [ReadScalar] = []
        var index = 0
        var isReread = false
        while index < scalars.count {
            let length = markLength(in: scalars, at: index)
            guard length > 0, touchesLetter(index..<(index + length), in: scalars) else {
                // The letter after a mark is where the reading differs from the text.
                result.append(
                    ReadScalar(scalars[index].scalar, scalars[index].range, isReread: isReread && isAfterMark(index, scalars)))
                index += 1
                continue
            }
            isReread = true
            index += length
        }
        return isReread ? result : nil
    }

    static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"): true
        default: false
        }
    }

    /// Returns the length of the markup that begins at an index; 0 if there is none.
    private static func markLength(in scalars: [ReadScalar], at index: Int) -> Int {
        let mark = scalars[index].scalar
        guard mark.isASCII, isMark(UInt8(truncatingIfNeeded: mark.value)) else { return 0 }
        if mark == "`" { return 1 }
        return index + 1 < scalars.count && scalars[index + 1].scalar == mark ? 2 : 0
    }

    private static func touchesLetter(_ range: Range<Int>, in scalars: [ReadScalar]) -> Bool {
        let neighbours = [range.lowerBound - 1, range.upperBound].filter(scalars.indices.contains)
        return neighbours.contains { scalars[$0].scalar != "_" && FoldedLetter.isOfWord(scalars[$0].scalar) }
    }

    private static func isAfterMark(_ index: Int, _ scalars: [ReadScalar]) -> Bool {
        let before = index > 0 ? scalars[index - 1].scalar : " "
        return before.isASCII && isMark(UInt8(truncatingIfNeeded: before.value))
    }
}
