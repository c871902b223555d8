/// A regular expression that runs in time linear in the text, whatever it is and whatever the text is.
package struct Pattern: Sendable {
    /// As it was written.
    package let source: String
    package let folds: FoldSet
    let translated: PatternTranslator.Translated
    private let compiled: CompiledPattern

    package static let longestInBytes = 2048

    /// Compiles a pattern in RE2's syntax. Of the folds, those of `FoldSet.forPatterns` hold.
    package init(_ source: String, folds: FoldSet = .plain) throws(PatternError) {
        guard source.utf8.count <= Self.longestInBytes else {
            throw PatternError(
                code: .tooLong, message: "a pattern has at most \(Self.longestInBytes) bytes; this one has \(source.utf8.count)",
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

    /// Whether it is found in texts that have nothing in common: what looks for anything finds nothing out.
    package var findsAnything: Bool { ["", "a", "1.", "đ "].allSatisfy { find(in: Array($0.utf8)) != nil } }

    /// The first match in a folded text.
    func find(in bytes: [UInt8]) -> Range<Int>? { compiled.find(in: bytes, group: translated.group) }
}
