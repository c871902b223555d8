import Foundation

/// A letter, decomposed into its base and its marks.
struct Decomposition: Hashable, Sendable {
    var base: Unicode.Scalar
    var marks: CombiningMarks

    init(_ scalar: Unicode.Scalar) {
        guard scalar.value < FoldTable.size else {
            // The rest of Unicode either has no such marks or, like Hangul, decomposes into letters.
            self.init(base: scalar, marks: [])
            return
        }
        self = Self.known[Int(scalar.value)]
    }

    private init(base: Unicode.Scalar, marks: CombiningMarks) {
        self.base = base
        self.marks = marks
    }

    private static let known: [Decomposition] = (0..<FoldTable.size).map { value in
        guard let scalar = Unicode.Scalar(value) else { return Decomposition(base: " ", marks: []) }
        if let base = strokes[scalar] {
            return Decomposition(base: base, marks: base == "d" || base == "D" ? .stroke : .other)
        }
        guard value >= 0xC0 else { return Decomposition(base: scalar, marks: []) }
        let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
        return Decomposition(
            base: parts.first ?? scalar,
            marks: parts.dropFirst().reduce([]) { ScalarFolding.isMark($1) ? $0.adding(CombiningMarks($1)) : $0 })
    }

    /// Letters with strokes, which Unicode does not decompose; users also type them without the stroke. Some keyboards have the
    /// Icelandic eth in place of `đ`.
    private static let strokes = Dictionary(
        uniqueKeysWithValues: zip(
            "đĐðÐƉħĦłŁøØıƀɃɇɆǥǤɨƗɉɈƚȽɵƟɍɌŧŦʉɄɏɎƶƵ".unicodeScalars, "dDdDDhHlLoOibBeEgGiIjJlLoOrRtTuUyYzZ".unicodeScalars))
}
