import ChatModel

/// Changes the mode of a rule in the text of its file. Everything else, comments and spaces included, stays as it is.
package enum RuleModeEdit {
    /// The reason why the text cannot be changed safely.
    package enum EditError: Error, Hashable, CustomStringConvertible {
        case unreadable
        /// The file has no such rule under `rules`.
        case missing(rule: String)
        /// The rule is written in a way that a change of one word could alter more than its mode.
        case entangled(rule: String, reason: String)

        package var description: String {
            switch self {
            case .unreadable: "the file has errors; correct them first"
            case .missing(let rule): "the file has no rule '\(rule)' under 'rules'"
            case .entangled(let rule, let reason): "the mode of '\(rule)' cannot be changed here: \(reason); use the editor"
            }
        }
    }

    /// Returns the text with another mode of a rule.
    ///
    /// - Parameters:
    ///   - text: The text of the file. Carriage returns stay as they are.
    ///   - mode: The new mode as it is written.
    package static func changing(_ rule: String, to mode: String, in text: String) throws(EditError) -> String {
        guard let root = node(of: text) else { throw .unreadable }
        guard let index = index(of: rule, in: root) else { throw .missing(rule: rule) }
        var lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }.map { Array($0) }
        let entries = entries(of: root, index)
        guard let id = entries.first(where: { $0.key == "id" }) else { throw .missing(rule: rule) }
        if let old = entries.first(where: { $0.key == "mode" }) {
            try replace(old, with: mode, rule, &lines)
        } else {
            try insert(mode, beside: id, rule, &lines)
        }
        let result = lines.map { line in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: line)
            return String(text)
        }.joined(separator: "\n")
        // The new text has to differ in the mode of this rule alone.
        guard let changed = node(of: result), setting(mode, ofRuleAt: index, in: root) == changed.json else {
            throw .entangled(rule: rule, reason: "more than its mode would change")
        }
        return result
    }

    private static func replace(
        _ entry: ConfigNode.Entry, with mode: String, _ rule: String, _ lines: inout [[Unicode.Scalar]]
    ) throws(EditError) {
        let (key, value) = (entry.keyPosition, entry.value.position)
        // The value of an alias lies where its anchor is.
        guard entry.value.isVerbatim, value.line == key.line, value.column > key.column else {
            throw .entangled(rule: rule, reason: "its mode is not a word on the line of its key")
        }
        let start = value.column - 1
        guard lines.indices.contains(value.line - 1), lines[value.line - 1].count >= start + value.length else {
            throw .entangled(rule: rule, reason: "its mode has no place of its own")
        }
        lines[value.line - 1].replaceSubrange(start..<(start + value.length), with: mode.unicodeScalars)
    }

    /// Adds the mode after the rule's id, on a line of its own, or on the same one between braces.
    private static func insert(
        _ mode: String, beside id: ConfigNode.Entry, _ rule: String, _ lines: inout [[Unicode.Scalar]]
    ) throws(EditError) {
        let (key, value) = (id.keyPosition, id.value.position)
        guard id.value.isVerbatim, value.line == key.line, value.column > key.column, lines.indices.contains(key.line - 1) else {
            throw .entangled(rule: rule, reason: "its id is not a word on the line of its key")
        }
        let line = lines[key.line - 1]
        let before = line.prefix(key.column - 1)
        if before.allSatisfy({ $0 == " " || $0 == "-" }) {
            let indent = Array(repeating: Unicode.Scalar(" "), count: key.column - 1)
            lines.insert(indent + Array("mode: \(mode)".unicodeScalars) + line.suffix(while: { $0 == "\r" }), at: key.line)
        } else if before.last(where: { $0 != " " }).map({ $0 == "{" || $0 == "," }) == true {
            let end = value.column - 1 + value.length
            guard line.count >= end else { throw .entangled(rule: rule, reason: "its id has no place of its own") }
            lines[key.line - 1].insert(contentsOf: ", mode: \(mode)".unicodeScalars, at: end)
        } else {
            throw .entangled(rule: rule, reason: "its id does not begin its line")
        }
    }

    private static func node(of text: String) -> ConfigNode? {
        let diagnostics = DiagnosticCollector()
        let node = DocumentReader(file: "", diagnostics: diagnostics).read(text)
        return diagnostics.diagnostics.hasErrors ? nil : node
    }

    /// The place of a rule in its list; nil if the file has none of the id, or several.
    private static func index(of rule: String, in root: ConfigNode) -> Int? {
        guard case .list(let rules)? = root.value("rules")?.kind else { return nil }
        let found = rules.indices.filter { rules[$0].value("id")?.scalarText == rule }
        return found.count == 1 ? found.first : nil
    }

    private static func entries(of root: ConfigNode, _ index: Int) -> [ConfigNode.Entry] {
        guard case .list(let rules)? = root.value("rules")?.kind, case .map(let entries) = rules[index].kind else { return [] }
        return entries
    }

    private static func setting(_ mode: String, ofRuleAt index: Int, in root: ConfigNode) -> JSONValue {
        guard case .object(var object) = root.json, case .array(var rules)? = object["rules"], rules.indices.contains(index),
            case .object(var rule) = rules[index]
        else { return .null }
        rule["mode"] = .string(mode)
        rules[index] = .object(rule)
        object["rules"] = .array(rules)
        return .object(object)
    }
}

extension Array {
    fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
