import Foundation

/// A letter and its marks, taken apart.
struct Decomposition: Hashable, Sendable {
    var base: Unicode.Scalar
    var marks: CombiningMarks

    init(_ scalar: Unicode.Scalar) {
        guard scalar.value < FoldTable.size else {
            // The rest of Unicode either has no such marks or, like Hangul, falls apart into letters.
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

    /// Unicode takes these strokes for parts of the letters; people type the letters without them. The letter of Icelandic is
    /// what some keyboards have for `đ`.
    private static let strokes = Dictionary(
        uniqueKeysWithValues: zip(
            "đĐðÐƉħĦłŁøØıƀɃɇɆǥǤɨƗɉɈƚȽɵƟɍɌŧŦʉɄɏɎƶƵ".unicodeScalars, "dDdDDhHlLoOibBeEgGiIjJlLoOrRtTuUyYzZ".unicodeScalars))
}
