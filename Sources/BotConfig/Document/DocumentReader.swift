import Yams

/// Reads one YAML document as a tree of nodes, with every mistake at its place.
///
/// Yams expands aliases while it builds its tree, hashes whatever stands as a key, and stops at the first duplicate key. A few lines can
/// make the first two run for hours. So every `*` is replaced before parsing: no plain text can begin with `*`, hence a plain text that begins
/// with the replacement is an alias, which `NodeWalk` resolves within a budget. And where Yams stops at a duplicate key, the first of the
/// two is disguised and the document is parsed again, so that the walk finds the second one and everything after it.
struct DocumentReader {
    let file: String
    let findings: Findings

    /// The root node; `nil` for a document that could not be parsed.
    func read(_ text: String) -> ConfigNode? {
        guard let lines = checkedLines(of: text) else { return nil }
        var document = DisguisedDocument(lines: lines)
        while true {
            do {
                let parser = try Parser(yaml: document.text, resolver: .basic)
                guard let root = try parser.singleRoot() else {
                    findings.error("empty-file", "the file has no content", at: Place(file: file, line: 1, column: 1))
                    return nil
                }
                // The nodes hold their anchors weakly; the parser owns them.
                return withExtendedLifetime(parser) {
                    var walk = NodeWalk(file: file, lines: lines, keys: document.disguised, findings: findings)
                    return walk.node(root, depth: 1)
                }
            } catch YamlError.duplicatedKeysInMapping(_, let context) {
                if document.disguiseKey(line: context.mark.line, column: context.mark.column) { continue }
                let place = Place(file: file, line: context.mark.line, column: context.mark.column)
                findings.error("duplicate-key", "this key is given again in the same map", at: place)
                return nil
            } catch {
                findings.add(syntaxError(error))
                return nil
            }
        }
    }

    /// Refuses what cannot be shown or told apart later; tabs are found here because YAML's own message about them is obscure.
    private func checkedLines(of text: String) -> [[Unicode.Scalar]]? {
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
            .map { Array($0.last == "\r" ? $0.dropLast() : $0) }
        let before = findings.diagnostics.count
        for (index, line) in lines.enumerated() {
            func place(_ column: Int) -> Place { Place(file: file, line: index + 1, column: column + 1) }
            if let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
                findings.error("tab", "a tab cannot indent; YAML counts spaces", at: place(tab), suggestion: "use spaces")
            }
            if let bad = line.firstIndex(where: Self.isRefused) {
                let code = String(line[bad].value, radix: 16, uppercase: true)
                findings.error("control-character", "the character U+\(code) cannot stand in a YAML file", at: place(bad))
            }
        }
        return findings.diagnostics.count == before ? lines : nil
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        // Among them other ends of lines than LF and CR LF, which would make lines differ from what an editor counts.
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
        default: DocumentMarkers.isMarker(scalar)
        }
    }

    private func syntaxError(_ error: any Error) -> Diagnostic {
        switch error {
        case YamlError.composer(_, _, let mark, _):
            return at(mark, "several-documents", "a file holds one document; remove the '---' or split the file")
        case YamlError.scanner(let context, let problem, let mark, _), YamlError.parser(let context, let problem, let mark, _):
            if problem.contains("nesting") || (context?.text.contains("nesting") ?? false) {
                return at(mark, "too-deep", "the document is nested too deeply")
            }
            let while_ = context.map { " " + $0.text } ?? ""
            return at(mark, "syntax", "this is not YAML: \(problem)\(while_)", suggestion: hint(at: mark, problem))
        case YamlError.reader(let problem, _, _, _):
            return Diagnostic(.error, "syntax", "this is not YAML: \(problem)", at: Place(file: file, line: 1, column: 1))
        default:
            return Diagnostic(.error, "syntax", "this is not YAML", at: Place(file: file, line: 1, column: 1))
        }
    }

    private func at(_ mark: Mark, _ code: String, _ message: String, suggestion: String? = nil) -> Diagnostic {
        Diagnostic(
            .error, code, message, at: Place(file: file, line: mark.line, column: mark.column), suggestion: suggestion)
    }

    private func hint(at mark: Mark, _ problem: String) -> String? {
        if problem.contains("cannot start any token") { return "put quotes around the text" }
        if problem.contains("mapping values are not allowed") { return "put quotes around a text that contains ': '" }
        return nil
    }
}
