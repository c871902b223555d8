/// Folds texts by a set of folds. Canonically equivalent texts (NFC, NFD) give the same result.
package struct Folding: Sendable {
    let table: FoldTable
    package var folds: FoldSet { table.folds }

    package init(_ folds: FoldSet) { table = FoldTable(folds) }

    /// Returns the folded text as UTF-8.
    package func callAsFunction(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { utf8 -> [UInt8]? in
            // If marks are not folded, a letter and its marks must be composed first, so that both notations are equal.
            if !folds.has(.marks), Self.mayHoldMarks(utf8) { return nil }
            return bytes(of: utf8)
        } ?? traced(text).bytes
    }

    /// Returns a folded scalar; `nil` if it is removed.
    package func folded(_ scalar: Unicode.Scalar) -> FoldedScalar? { table.folded(scalar) }

    /// Returns the folded text with its original letters.
    package func traced(_ text: String) -> OffsetMappedText { OffsetMappedText(text, table) }

    /// Returns another reading of a text, folded, with its original letters.
    package func traced(_ reading: [ReadScalar]) -> OffsetMappedText { OffsetMappedText(reading, table) }

    /// Returns whether the text may contain combining marks, by the first bytes of U+0300…U+036F.
    private static func mayHoldMarks(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { utf8.contains { $0 == 0xCC || $0 == 0xCD } }

    private func bytes(of utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let collapses = folds.has(.repeat)
        // A scalar takes at least one byte, and its folded form at most four.
        return [UInt8](unsafeUninitializedCapacity: utf8.count * 4) { result, count in
            table.withPacked { packed in
                table.withRepetitionKeys { keys in
                    var index = 0
                    // No scalar has this value.
                    var last = UInt32.max
                    while index < utf8.count {
                        let (value, length) = Self.scalar(in: utf8, at: index)
                        index += length
                        guard value < FoldTable.size else {
                            guard let folded = Unicode.Scalar(value).flatMap(table.folded),
                                !collapses || folded.repetitionKey.value != last
                            else { continue }
                            last = folded.repetitionKey.value
                            for byte in UTF8.encode(folded.scalar) ?? UTF8.encodedReplacementCharacter {
                                result[count] = byte
                                count += 1
                            }
                            continue
                        }
                        var bytes = packed[Int(value)]
                        guard bytes != 0 else { continue }
                        if collapses {
                            guard keys[Int(value)] != last else { continue }
                            last = keys[Int(value)]
                        }
                        for _ in 0..<(bytes >> 24) {
                            result[count] = UInt8(truncatingIfNeeded: bytes)
                            count += 1
                            bytes >>= 8
                        }
                    }
                }
            }
        }
    }

    /// Returns the scalar at an index of valid UTF-8, and its length in bytes.
    private static func scalar(in utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(utf8[index])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, index + length <= utf8.count else { return (first, 1) }
        var value = first & (0x7F >> UInt32(length))
        for next in (index + 1)..<(index + length) { value = value << 6 | UInt32(utf8[next]) & 0x3F }
        return (value, length)
    }
}
