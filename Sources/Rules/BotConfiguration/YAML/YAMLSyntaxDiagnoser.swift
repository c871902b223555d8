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
        if let context, text.contains("quoted"), isEnd(mark) || isOutside(mark, of: context.mark.line) {
            return at(context.mark, "syntax", "this quote is not closed", suggestion: "close it with a quote")
        }
        if let (bracket, position) = openBracket(of: context, before: mark), isEnd(mark) || isOutside(mark, of: position.line) {
            return Diagnostic(
                .error, "syntax", "this '\(bracket)' is not closed", at: position,
                suggestion: "close it with '\(closing(bracket))'")
        }
        if problem.contains("could not find expected ':'"), let context,
            let slip = MisreadLine(lines, context.mark.line).missingColon()
        {
            let column = indentation(of: context.mark.line) + 1 + slip.offset
            return Diagnostic(
                .error, "syntax", slip.message, at: SourcePosition(file: file, line: context.mark.line, column: column),
                suggestion: slip.suggestion)
        }
        return at(
            mark, "syntax", "invalid YAML: \(problem)\(text.isEmpty ? "" : " " + text)",
            suggestion: hint(problem, context, at: mark))
    }

    private func hint(_ problem: String, _ context: YamlError.Context?, at mark: Mark) -> String {
        let text = context?.text ?? ""
        if problem.contains("unknown escape") || problem.contains("hexdecimal") {
            return "write \\\\ for a backslash, or use single quotes"
        }
        if problem.contains("escape") { return "write the character itself" }
        if problem.contains("cannot start any token") { return "put quotes around the text" }
        if problem.contains("incompatible") || problem.contains("directive") { return "remove this line" }
        let line = MisreadLine(lines, mark.line)
        if problem.contains("mapping values are not allowed") {
            return line.secondColon(at: mark.column - 1) ?? "put quotes around a text that contains ': '"
        }
        if let (bracket, _) = openBracket(of: context, before: mark) {
            if scalar(at: mark) == "]" || scalar(at: mark) == "}" { return "write '\(closing(bracket))'" }
            return line.inBrackets(at: mark.column - 1) ?? "put a ',' before this, or close the bracket"
        }
        if text.contains("flow") { return "close the bracket" }
        if problem.contains("could not find expected ':'") { return "put a ':' after the key, or '- ' before an item" }
        guard text.contains("block") else { return "put quotes around the text" }
        return indentation(of: mark.line) == mark.column - 1
            ? line.openedText() ?? "align this line with the first key or item of its block"
            : line.quotation() ?? "remove the text after the value"
    }

    private func closing(_ bracket: Unicode.Scalar) -> String { bracket == "[" ? "]" : "}" }

    /// Returns whether a line has left the block in which a bracket was opened.
    private func isOutside(_ mark: Mark, of opening: Int) -> Bool {
        mark.line > opening && indentation(of: mark.line) <= indentation(of: opening)
    }

    private func indentation(of line: Int) -> Int {
        lines.indices.contains(line - 1) ? lines[line - 1].prefix { $0 == " " }.count : 0
    }

    /// Returns the bracket of the flow collection in which the parser stopped; nil outside of one. The parser names the bracket,
    /// unless an item has no content.
    private func openBracket(
        of context: YamlError.Context?, before mark: Mark
    ) -> (bracket: Unicode.Scalar, position: SourcePosition)? {
        guard let context, context.text.contains("flow") else { return nil }
        if let bracket = scalar(at: context.mark), bracket == "[" || bracket == "{" {
            return (bracket, SourcePosition(file: file, line: context.mark.line, column: context.mark.column))
        }
        var closed = 0
        for line in lines.indices.prefix(mark.line).reversed() {
            let before = line == mark.line - 1 ? lines[line].prefix(mark.column - 1) : lines[line][...]
            for (column, bracket) in brackets(in: before).reversed() {
                if bracket == "]" || bracket == "}" {
                    closed += 1
                } else if closed == 0 {
                    return (bracket, SourcePosition(file: file, line: line + 1, column: column + 1))
                } else {
                    closed -= 1
                }
            }
        }
        return nil
    }

    /// Returns the brackets of a line with their indices, except those in quotes and comments.
    private func brackets(in line: ArraySlice<Unicode.Scalar>) -> [(index: Int, bracket: Unicode.Scalar)] {
        var brackets: [(index: Int, bracket: Unicode.Scalar)] = []
        var quote: Unicode.Scalar?
        var previous: Unicode.Scalar = " "
        for (index, scalar) in zip(line.indices, line) {
            if quote == "\"", previous == "\\" {
                previous = " "  // An escaped character neither ends the text nor escapes the next one.
                continue
            }
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "#", previous == " " {
                break
            } else if scalar == "\"" || scalar == "'", " [{,:'".unicodeScalars.contains(previous) {
                quote = scalar
            } else if "[]{}".unicodeScalars.contains(scalar) {
                brackets.append((index, scalar))
            }
            previous = scalar
        }
        return brackets
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
