/// The file that an import writes.
struct ImportDocument {
    let system: ForeignSystem
    let file: String
    let rules: [ImportedRule]
    let parts: RuleParts
    let names: RequiredNames
    let counters: [String]
    let notes: [String]
    let needsModerators: Bool

    var text: String {
        var writer = YAMLWriter()
        writeHead(&writer)
        writer.write(line: "version: 1")
        writer.write(line: "")
        writer.write(line: parts.groups.joined().contains { $0.failure == nil } ? "rules:" : "rules: []")
        for (rule, parts) in zip(rules, parts.groups) {
            for remark in rule.remarks {
                let front = remark.kind == .gap ? "Incomplete: " : "Adapted: "
                writer.write(comment: front + remark.sentence, indent: 2, hanging: true)
            }
            for part in parts {
                let isComment = part.failure != nil
                for line in part.lines { writer.write(line: isComment ? ("  # " + line.dropFirst(2)).trimmingEnd : line) }
            }
            writer.write(line: "")
        }
        while writer.lines.last == "" { writer.removeLast() }
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private func writeHead(_ writer: inout YAMLWriter) {
        let complete = rules.count { $0.isComplete }
        writer.write(
            comment:
                "Imported from \(system.title) (\(file)): \(rules.count) \(rules.count == 1 ? "rule" : "rules"), \(complete) complete, \(rules.count - complete) incomplete.",
            indent: 0)
        writer.write(
            comment: "Rules with sanctions run in shadow mode: set `mode: enforce` when their decisions are right.", indent: 0)
        writer.write(
            comment: "`fold` is what the original ignores; without it, rules see through marks and invisible characters, too.",
            indent: 0)
        for note in notes { writer.write(comment: note, indent: 0) }
        let lines = configurationLines
        if !lines.isEmpty {
            writer.write(comment: "", indent: 0)
            writer.write(comment: "Add to config.yaml, with the ids of your clan:", indent: 0)
            for line in lines { writer.write(line: "# " + line) }
        }
    }

    /// The lines that belong in `config.yaml`.
    private var configurationLines: [String] {
        var lines: [String] = []
        if needsModerators { lines.append("moderation: { channel: … }") }
        let kinds = RequiredNames.Kind.allCases.filter { !names.names(of: $0).isEmpty }
        if !kinds.isEmpty { lines.append("names:") }
        for kind in kinds {
            lines.append("  \(kind.rawValue):")
            for name in names.names(of: kind) {
                let meaning = name.meaning.map { $0.isNewline || $0 == "\t" ? " " : $0 }
                lines.append("    \(YAMLWriter.scalar(name.name)): \"…\"   # \(String(meaning))")
            }
        }
        if !counters.isEmpty { lines += ["counters:"] + counters.map { "  " + $0 } }
        return lines
    }
}

extension String {
    fileprivate var trimmingEnd: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}
