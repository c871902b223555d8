import TextFolding

extension ArraySlice<FoldedLetter> {
    /// The letters of each word.
    var words: [ArraySlice<FoldedLetter>] {
        var words: [ArraySlice<FoldedLetter>] = []
        var start = startIndex
        for index in indices {
            let isSpace = !self[index].isWordCharacter
            guard isSpace || self[index].gap != .none else { continue }
            if start < index { words.append(self[start..<index]) }
            start = isSpace ? index + 1 : index
        }
        if start < endIndex { words.append(self[start...]) }
        return words
    }

    var hasMarks: Bool { contains { !$0.marks.isEmpty } }
}
