import BotConfiguration
package import RuleEngine

/// The files of a configuration, for changes of single numbers in them.
package struct SuggestionFiles: Sendable {
    /// The texts by name, relative to the configuration's folder.
    private let texts: [String: String]
    /// The files that may contain secrets, of which only changed lines are shown.
    private let secretFiles: Set<String>
    private let compile: @Sendable (_ drafts: [String: String]) -> RuleSet?

    /// - Parameter compile: Compiles the configuration with other texts for some files; nil if it has errors then.
    package init(
        texts: [String: String], secretFiles: Set<String>, compile: @escaping @Sendable (_ drafts: [String: String]) -> RuleSet?
    ) {
        self.texts = texts
        self.secretFiles = secretFiles
        self.compile = compile
    }

    /// Returns the texts that an edit changes; nil if what it replaces is not written at its place.
    private func drafts(_ edits: [ScalarEdit]) -> [String: String]? {
        var drafts: [String: String] = [:]
        // From the end, so that the places of the others stay.
        for edit in edits.sorted(by: { $0.position > $1.position }) {
            let file = edit.position.file
            guard let changed = (drafts[file] ?? texts[file]).flatMap(edit.applied) else { return nil }
            drafts[file] = changed
        }
        return drafts
    }

    /// Returns the rules with changes, and the changes as a unified diff; nil if they cannot be written in place.
    func changed(by edits: [ScalarEdit]) -> (rules: RuleSet, diff: [String])? {
        guard let drafts = drafts(edits), let rules = compile(drafts) else { return nil }
        let diff = drafts.keys.sorted().flatMap { file in
            UnifiedDiff(
                of: file, from: texts[file] ?? "", to: drafts[file] ?? "", context: secretFiles.contains(file) ? 0 : 3
            ).lines
        }
        return (rules, diff)
    }
}
