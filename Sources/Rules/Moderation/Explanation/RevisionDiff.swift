import RuleEngine
import TextClassification

/// The line-by-line differences between the files of two revisions.
package struct RevisionDiff: Sendable {
    /// The lines of the difference: `--- rules/a.yaml`, followed by lines that begin with `-` or `+` and their line number.
    package let lines: [String]

    package init(from old: RevisionFiles, to new: RevisionFiles) {
        let files = Set(old.texts.keys).union(new.texts.keys).sorted()
        lines = files.flatMap { file -> [String] in
            let before = Self.lines(old.texts[file]), after = Self.lines(new.texts[file])
            guard before != after else { return [] }
            let changes = after.difference(from: before)
            let removed = changes.removals.map { change in
                guard case .remove(let offset, let line, _) = change else { return (0, 0, "") }
                return (offset, 0, "-\(offset + 1): \(line)")
            }
            let added = changes.insertions.map { change in
                guard case .insert(let offset, let line, _) = change else { return (0, 1, "") }
                return (offset, 1, "+\(offset + 1): \(line)")
            }
            return ["--- \(file)"] + (removed + added).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }
    }

    /// The lines to compare. Of a model these are its results and a hash: its weights, of which there are thousands, tell nothing.
    private static func lines(_ text: String?) -> [Substring] {
        if let text, let results = TextClassifier.results(inFile: text) {
            return results + ["weights \(RevisionID.of(["": text]))"]
        }
        return text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    }
}
