package import TextFolding

/// A regular expression with a running time linear in the text, regardless of the pattern.
package struct Pattern: Sendable {
    /// The pattern as written.
    package let source: String
    package let folds: FoldSet
    let translated: PatternTranslator.Translated
    private let compiled: CompiledPattern

    package static let maxBytes = 2048

    /// Compiles a pattern in RE2 syntax. Only the folds in `FoldSet.forPatterns` apply.
    package init(_ source: String, folds: FoldSet = .plain) throws(PatternError) {
        guard source.utf8.count <= Self.maxBytes else {
            throw PatternError(
                code: .tooLong, message: "a pattern has at most \(Self.maxBytes) bytes; this one has \(source.utf8.count)",
                offset: 0, length: source.unicodeScalars.count, suggestion: "split it, or use any_word for lists of words")
        }
        self.source = source
        self.folds = folds.intersection(.forPatterns)
        translated = try PatternTranslator.translate(source, folds: self.folds.subtracting(FoldSet([.case])))
        do throws(CompiledPattern.CompileError) {
            compiled = try CompiledPattern(translated.text, isCaseSensitive: !folds.has(.case))
        } catch {
            throw PatternError(error.message, in: source)
        }
    }

    /// A Boolean value that indicates whether the pattern matches texts that have nothing in common, and therefore filters
    /// nothing.
    package var matchesAnything: Bool { ["", "a", "1.", "đ "].allSatisfy { find(in: Array($0.utf8)) != nil } }

    /// The first match in a folded text.
    func find(in bytes: [UInt8]) -> Range<Int>? { compiled.find(in: bytes, group: translated.group) }
}
