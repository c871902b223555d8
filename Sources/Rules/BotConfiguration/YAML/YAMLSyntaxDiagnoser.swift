import Yams

/// Translates parser errors into diagnostics at the position that the operator has to correct.
struct YAMLSyntaxDiagnoser {
    let file: String
    let lines: [[Unicode.Scalar]]

    func diagnostic(_ error: any Error) -> Diagnostic {
        switch error {
        case YamlError.composer(_, _, let mark, _):
            return at(
                mark, "several-documents", "a file must contain a single document",
                suggestion: "remove the '---', or split the file")
        case YamlError.scanner(let context, let problem, let mark, _), YamlError.parser(let context, let problem, let mark, _):
            return diagnostic(problem, at: mark, within: context)
        case YamlError.reader(let problem, _, _, _):
            return Diagnostic(
                .error, "syntax", "invalid YAML: \(problem)", at: SourcePosition(file: file, line: 1, column: 1),
                suggestion: "save it as UTF-8")
        default:
            return Diagnostic(.error, "syntax", "invalid YAML", at: SourcePosition(file: file, line: 1, column: 1))
        }
    }

    private func diagnostic(_ problem: String, at mark: Mark, within context: YamlError.Context?) -> Diagnostic {
        let text = context?.text ?? ""
        if problem.contains("nesting") || text.contains("nesting") {
            return at(
                mark, "too-deep", "the document is nested too deeply", suggestion: "give the inner part a name under 'define'")
        }
        // An element that is unclosed at the end of its block is reported at its start.
        if let context, isEnd(mark) || isOutside(mark, of: context.mark) {
            if text.contains("quoted") {
                return at(context.mark, "syntax", "this quote is not closed", suggestion: "close it with a quote")
            }
            if text.contains("flow"), let bracket = scalar(at: context.mark) {
                return at(
                    context.mark, "syntax", "this '\(bracket)' is not closed",
                    suggestion: "close it with '\(closing(bracket))'")
            }
        }
        return at(
            mark, "syntax", "invalid YAML: \(problem)\(text.isEmpty ? "" : " " + text)",
            suggestion: hint(problem, context, at: mark))
    }

    private func hint(_ problem: String, _ context: YamlError.Context?, at mark: Mark) -> String {
        let text = context?.text ?? ""
        if problem.contains("unknown escape") { return "write \\\\ for a backslash, or use single quotes" }
        if problem.contains("escape") { return "write the character itself" }
        if problem.contains("cannot start any token") { return "put quotes around the text" }
        if problem.contains("incompatible") || problem.contains("directive") { return "remove this line" }
        if problem.contains("mapping values are not allowed") { return "put quotes around a text that contains ': '" }
        if text.contains("flow"), let context, let bracket = scalar(at: context.mark) {
            if scalar(at: mark) == "]" || scalar(at: mark) == "}" { return "write '\(closing(bracket))'" }
            return "put a ',' before this, or close the bracket"
        }
        if problem.contains("could not find expected ':'") { return "put a ':' after the key, or '- ' before an item" }
        guard text.contains("block") else { return "put quotes around the text" }
        return indentation(of: mark) == mark.column - 1
            ? "align this line with the first key or item of its block" : "remove the text after the value"
    }

    private func closing(_ bracket: Unicode.Scalar) -> String { bracket == "[" ? "]" : "}" }

    /// Returns whether a line has left the block in which a bracket was opened.
    private func isOutside(_ mark: Mark, of opening: Mark) -> Bool {
        mark.line > opening.line && indentation(of: mark) <= indentation(of: opening)
    }

    private func indentation(of mark: Mark) -> Int {
        lines.indices.contains(mark.line - 1) ? lines[mark.line - 1].prefix { $0 == " " }.count : 0
    }

    private func isEnd(_ mark: Mark) -> Bool {
        lines.dropFirst(max(0, mark.line - 1)).enumerated().allSatisfy { offset, line in
            line.dropFirst(offset == 0 ? max(0, mark.column - 1) : 0).allSatisfy { $0 == " " }
        }
    }

    private func scalar(at mark: Mark) -> Unicode.Scalar? {
        guard lines.indices.contains(mark.line - 1), lines[mark.line - 1].indices.contains(mark.column - 1) else { return nil }
        return lines[mark.line - 1][mark.column - 1]
    }

    private func at(_ mark: Mark, _ code: String, _ message: String, suggestion: String) -> Diagnostic {
        Diagnostic(
            .error, code, message, at: SourcePosition(file: file, line: mark.line, column: mark.column), suggestion: suggestion)
    }
}
