package import BotConfiguration

/// The rules of another system, as rules of this one.
package struct RuleImport: Sendable {
    package let system: ForeignSystem
    package let rules: [ImportedRule]
    /// The names that `config.yaml` has to define.
    package let names: RequiredNames
    /// A Boolean value that indicates whether rules notify the moderators' channel of the configuration.
    package let needsModerators: Bool
    /// The counters that decay, which `config.yaml` has to define.
    package let counters: [String]
    /// What was not read of the file.
    package let notes: [String]
    /// The rule file.
    package let text: String

    /// Imports a file; `nil`, with diagnostics, if it cannot be read.
    ///
    /// - Parameter file: The name of the file in diagnostics and comments.
    package static func read(_ text: String, file: String, from system: ForeignSystem) -> (RuleImport?, [Diagnostic]) {
        let diagnostics = DiagnosticCollector()
        let start = SourcePosition(file: file, line: 1, column: 1)
        guard ForeignDocument.isWithinBudget(text, file: file, diagnostics) else { return (nil, diagnostics.diagnostics) }
        let found = { diagnostics.diagnostics.filter { $0.severity == .error } }
        guard let document = AutoModeratorPage.documents(of: text).first else {
            let problem = text.contains("#") ? "has only comments" : "is empty"
            diagnostics.error("empty-file", "the file \(problem)", at: start, suggestion: system.advice)
            return (nil, found())
        }
        if let other = ForeignSystem(recognizing: document.lines.joined(separator: "\n")), other != system {
            diagnostics.error(
                "wrong-system", "the file is one of \(other.title), not of \(system.title)", at: start,
                suggestion: "pass --from \(other.rawValue)")
            return (nil, found())
        }
        let source = ForeignRules(text, file: file, system, diagnostics)
        guard found().isEmpty else { return (nil, found()) }
        guard !source.drafts.isEmpty else {
            diagnostics.error("no-rules", "the file has no rules of \(system.title)", at: start, suggestion: system.advice)
            return (nil, found())
        }
        guard source.drafts.count <= ImportLimits.rules else {
            diagnostics.error(
                "too-large", "the file has more than \(ImportLimits.rules) rules", at: start,
                suggestion: "split it into several files")
            return (nil, found())
        }
        var parts = RuleParts(source.drafts)
        if let error = ImportVerification(names: source.names, counters: source.counters).mark(&parts) {
            diagnostics.error(
                "not-loadable", "the imported rules do not load: \(error.message)", at: start,
                suggestion: error.suggestion ?? "split the file into several")
            return (nil, found())
        }
        return (RuleImport(source, parts, file: file, system), [])
    }

    private init(_ source: ForeignRules, _ parts: RuleParts, file: String, _ system: ForeignSystem) {
        self.system = system
        names = source.names
        counters = source.counters
        notes = source.notes
        rules = parts.groups.compactMap { group -> ImportedRule? in
            guard let first = group.first else { return nil }
            var remarks: [ImportRemark] = []
            for remark in group.flatMap(\.remarks) where !remarks.contains(remark) {
                remarks.append(remark)
            }
            return ImportedRule(
                name: first.draft.title.isEmpty ? first.draft.name : first.draft.title, position: first.draft.position,
                ids: group.filter { $0.failure == nil }.map(\.id), remarks: remarks,
                isComment: group.allSatisfy { $0.failure != nil })
        }
        needsModerators = parts.groups.joined().contains { part in
            part.failure == nil && part.draft.actions.contains(where: \.notifiesModerators)
        }
        text =
            ImportDocument(
                system: system, file: file, rules: rules, parts: parts, names: names, counters: counters, notes: notes,
                needsModerators: needsModerators
            ).text
    }
}

extension RuleNode {
    /// A Boolean value that indicates whether an action notifies the moderators' channel of the configuration.
    fileprivate var notifiesModerators: Bool {
        guard case .map(let entries) = self, let entry = entries.first else { return false }
        switch (entry.key, entry.value) {
        case ("report", .text): return true
        case ("alert", .map(let fields)): return !fields.contains { $0.key == "to" }
        default: return false
        }
    }
}
