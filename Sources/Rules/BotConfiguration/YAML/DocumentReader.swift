import Yams

/// A reader of one YAML document that reports every error with its position.
///
/// Yams expands aliases while it builds its tree, hashes whatever is used as a key, and stops at the first duplicate key. A few
/// lines can make the first two run for hours. So every `*` is replaced before parsing: no plain text can begin with `*`, hence a
/// plain text that begins with the replacement is an alias, which `ConfigNodeBuilder` resolves within a budget. If Yams stops at
/// a duplicate key, the first of the two is masked and the document parsed again, so that the builder finds the second one and
/// everything after it.
struct DocumentReader {
    let file: String
    let diagnostics: DiagnosticCollector
    /// A Boolean value that indicates whether the document belongs to another program, which is free in its keys.
    var isForeign = false

    /// Returns the root node; `nil` for a document that cannot be parsed.
    func read(_ text: String) -> ConfigNode? {
        guard let lines = checkedLines(of: text) else { return nil }
        var document = MaskedDocument(lines: lines)
        while true {
            do {
                let parser = try Parser(yaml: document.text, resolver: .basic)
                guard let root = try parser.singleRoot() else {
                    diagnostics.error(
                        "empty-file", "the file \(lines.joined().contains("#") ? "has only comments" : "is empty")",
                        at: SourcePosition(file: file, line: 1, column: 1),
                        suggestion: isForeign ? nil : "begin with version: 1")
                    return nil
                }
                // The nodes reference their anchors weakly; the parser owns them.
                return withExtendedLifetime(parser) {
                    var walk = ConfigNodeBuilder(
                        file: file, lines: lines, keys: document.maskedCharacters, isForeign: isForeign,
                        diagnostics: diagnostics)
                    return walk.node(root, depth: 1)
                }
            } catch YamlError.duplicatedKeysInMapping(_, let context) {
                if document.maskKey(line: context.mark.line, column: context.mark.column) { continue }
                let position = SourcePosition(file: file, line: context.mark.line, column: context.mark.column)
                diagnostics.error(
                    "duplicate-key", "duplicate key in the same map", at: position, suggestion: "remove one of the two")
                return nil
            } catch {
                diagnostics.add(YAMLSyntaxDiagnoser(file: file, lines: lines).diagnostic(error))
                return nil
            }
        }
    }

    /// Rejects characters that cannot be displayed or are reserved. Tabs are reported here because YAML's own message about them
    /// is obscure.
    private func checkedLines(of text: String) -> [[Unicode.Scalar]]? {
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
            .map { Array($0.last == "\r" ? $0.dropLast() : $0) }
        let before = diagnostics.diagnostics.count
        for (index, line) in lines.enumerated() {
            func position(_ column: Int) -> SourcePosition { SourcePosition(file: file, line: index + 1, column: column + 1) }
            if !isForeign, let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
                diagnostics.error("tab", "tabs cannot be used for indentation", at: position(tab), suggestion: "use spaces")
            }
            if let bad = line.firstIndex(where: Self.isRefused) {
                let code = String(line[bad].value, radix: 16, uppercase: true)
                diagnostics.error(
                    "control-character", "the character U+\(code) is not allowed in YAML", at: position(bad),
                    suggestion: "remove it; some editors do not show it")
            }
        }
        return diagnostics.diagnostics.count == before ? lines : nil
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        // These include line separators other than LF and CR LF, which would make line numbers differ from those in an editor.
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
        default: MaskCharacters.isMarker(scalar)
        }
    }
}
