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

    private static func lines(_ text: String?) -> [Substring] {
        text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    }
}
