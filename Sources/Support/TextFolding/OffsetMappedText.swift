import Foundation

/// A folded text that keeps its original letters, to locate matches in the original and to verify them.
package struct OffsetMappedText: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The remaining letters, in order. Repeated letters are all included, although their bytes occur once.
    package private(set) var letters: [FoldedLetter] = []
    /// The first letter of each run of equal letters, which share the same bytes.
    private(set) var runs: [Int] = []
    /// The run of each byte.
    private var runOfByte: [Int] = []
    /// The UTF-16 length of the original.
    private var length = 0

    private let collapses: Bool
    private var gap = SeparatorGap.none
    private var isHidden = false

    init(_ text: String, _ table: FoldTable) {
        collapses = table.folds.has(.repeat)
        let capacity = text.utf8.count
        bytes.reserveCapacity(capacity)
        letters.reserveCapacity(capacity)
        runs.reserveCapacity(capacity)
        runOfByte.reserveCapacity(capacity)
        if table.folds.has(.marks) {
            for scalar in text.unicodeScalars { read(scalar, width: scalar.value > 0xFFFF ? 2 : 1, table) }
        } else {
            readComposed(text, table)
        }
    }

    /// Folds another reading of a text.
    init(_ reading: [ReadScalar], _ table: FoldTable) {
        collapses = table.folds.has(.repeat)
        for part in reading { read(part.scalar, at: part.range, isReread: part.isReread, table) }
    }

    /// Reads a text in which marks count: a letter and its marks are composed first.
    private mutating func readComposed(_ text: String, _ table: FoldTable) {
        var cluster = String.UnicodeScalarView()
        var width = 0
        func flush(into traced: inout OffsetMappedText) {
            for scalar in cluster.count > 1
                ? Array(String(cluster).precomposedStringWithCanonicalMapping.unicodeScalars) : Array(cluster)
            {
                traced.read(scalar, width: width, table)
                // The other scalars of a cluster get the position of its first.
                width = 0
            }
        }
        for scalar in text.unicodeScalars {
            if !ScalarFolding.isMark(scalar) {
                flush(into: &self)
                cluster = String.UnicodeScalarView()
            }
            cluster.append(scalar)
            width += scalar.value > 0xFFFF ? 2 : 1
        }
        flush(into: &self)
    }

    private mutating func read(_ scalar: Unicode.Scalar, width: Int, _ table: FoldTable) {
        let start = width == 0 ? letters.last?.range.lowerBound ?? 0 : length
        length += width
        read(scalar, at: start..<length, isReread: false, table)
    }

    private mutating func read(_ scalar: Unicode.Scalar, at range: Range<Int>, isReread: Bool, _ table: FoldTable) {
        guard let folded = table.folded(scalar) else { return drop(scalar, to: range.upperBound, table.folds) }
        let letter = FoldedLetter(
            original: scalar, folded: folded, marks: Decomposition(scalar).marks, gap: gap, isHidden: isHidden,
            isReread: isReread, range: range)
        let continues = collapses && letters.last?.folded.repetitionKey == folded.repetitionKey
        if !continues {
            runs.append(letters.count)
            let utf8 = UTF8.encode(folded.scalar) ?? UTF8.encodedReplacementCharacter
            bytes.append(contentsOf: utf8)
            runOfByte.append(contentsOf: repeatElement(runs.count - 1, count: utf8.count))
        }
        letters.append(letter)
        gap = .none
        isHidden = false
    }

    private mutating func drop(_ scalar: Unicode.Scalar, to end: Int, _ folds: FoldSet) {
        if ScalarFolding.isMark(scalar), let last = letters.indices.last, gap == .none {
            letters[last].range = letters[last].range.lowerBound..<max(end, letters[last].range.upperBound)
            letters[last].marks = letters[last].marks.adding(CombiningMarks(scalar))
        } else if folds.has(.zeroWidth), ScalarFolding.isInvisible(scalar) {
            isHidden = true
        } else if folds.has(.spacing) {
            gap = max(gap, SeparatorGap(scalar))
        }
    }

    /// Returns the runs that a range of bytes comes from.
    package func runs(of bytes: Range<Int>) -> Range<Int> {
        guard let last = bytes.last, runOfByte.indices.contains(bytes.lowerBound), runOfByte.indices.contains(last) else {
            return 0..<0
        }
        return runOfByte[bytes.lowerBound]..<(runOfByte[last] + 1)
    }

    /// Returns the letters of a range of runs.
    package func letters(of runs: Range<Int>) -> Range<Int> {
        guard !runs.isEmpty, self.runs.indices.contains(runs.lowerBound), runs.upperBound <= self.runs.count else { return 0..<0 }
        let end = runs.upperBound < self.runs.count ? self.runs[runs.upperBound] : letters.count
        return self.runs[runs.lowerBound]..<end
    }

    /// Returns the original range of a range of bytes, in UTF-16 code units. An empty range keeps its position.
    package func origin(of bytes: Range<Int>) -> Range<Int> {
        let letters = letters(of: runs(of: bytes))
        guard letters.isEmpty else { return origin(ofLetters: letters) }
        let at =
            runOfByte.indices.contains(bytes.lowerBound)
            ? self.letters[runs[runOfByte[bytes.lowerBound]]].range.lowerBound : self.letters.last?.range.upperBound ?? 0
        return at..<at
    }

    /// Returns the original range of a range of letters that is not empty.
    package func origin(ofLetters letters: Range<Int>) -> Range<Int> {
        guard let first = letters.first, let last = letters.last else { return 0..<0 }
        return origin(from: self.letters[first], to: self.letters[last])
    }

    /// Returns the original range from one letter to another. A text that is read backwards has its first letter last.
    package func origin(from first: FoldedLetter, to last: FoldedLetter) -> Range<Int> {
        min(first.range.lowerBound, last.range.lowerBound)..<max(first.range.upperBound, last.range.upperBound)
    }
}

extension OffsetMappedText {
    /// Returns the folds that were applied in a range of bytes.
    package func folds(of bytes: Range<Int>) -> FoldSet {
        letters[letters(of: runs(of: bytes))].enumerated().reduce(into: []) { folds, letter in
            folds.formUnion(letter.element.folded.folds)
            if !letter.element.marks.isEmpty { folds.formUnion(FoldSet([.marks])) }
            if letter.offset > 0, letter.element.isHidden { folds.formUnion(FoldSet([.zeroWidth])) }
        }
    }
}
