package import TextFolding

/// A regular expression with a running time linear in the text, regardless of the pattern.
package struct Pattern: Sendable {
    /// The pattern as written.
    package let source: String
    package let folds: FoldSet
    /// The capture groups as written.
    package let groups: CaptureGroups
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
        groups = CaptureGroups(source)
    }

    /// A Boolean value that indicates whether the pattern matches texts that have nothing in common, and therefore filters
    /// nothing.
    package var matchesAnything: Bool { ["", "a", "1.", "đ "].allSatisfy { find(in: Array($0.utf8)) != nil } }

    /// A Boolean value that indicates whether the pattern matches a text without a character.
    package var matchesEmptyText: Bool { find(in: []) != nil }

    /// The first match in a folded text.
    func find(in bytes: [UInt8]) -> Range<Int>? { compiled.find(in: bytes, group: translated.group) }

    /// Returns the first match in a folded text that begins at a position or later, followed by its capture groups; `nil` for a
    /// group that is not part of it.
    func groups(in bytes: [UInt8], from start: Int = 0) -> (match: Range<Int>, captured: [Range<Int>?])? {
        let count = min(groups.groups.count, CaptureGroups.maximum)
        let found = compiled.groups(in: bytes, from: start, count: translated.group + count + 1)?.dropFirst(translated.group)
        guard let found, let match = found.first ?? nil else { return nil }
        return (match, Array(found.dropFirst()))
    }
}
