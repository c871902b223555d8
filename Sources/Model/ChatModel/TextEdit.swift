/// The replacement of a range of a text.
package struct TextEdit: Hashable, Sendable {
    /// The range in UTF-16 code units of the original.
    package var range: TextRange
    package var text: String

    package init(_ range: Range<Int>, _ text: String) {
        self.range = TextRange(range.lowerBound, range.upperBound)
        self.text = text
    }
}

extension String {
    /// Returns the text after edits, which are in order and do not overlap.
    package func applying(_ edits: [TextEdit]) -> String {
        guard !edits.isEmpty else { return self }
        let units = Array(utf16)
        var result: [UInt16] = []
        var index = 0
        for edit in edits where edit.range.start >= index && edit.range.start <= edit.range.end && edit.range.end <= units.count {
            result += units[index..<edit.range.start]
            result += edit.text.utf16
            index = edit.range.end
        }
        return String(decoding: result + units[index...], as: UTF16.self)
    }
}
