import BotConfiguration
import ChatModel
import MezonBotApp
import Moderation
import Replay

/// Suggestions, with the lines that they change in the files on disk.
struct SuggestedChanges: Sendable {
    /// A suggested number in its file.
    struct Change: Sendable {
        let edit: ScalarEdit
        /// The changed lines; empty if the file on disk has another text at the place of the number.
        let diff: [String]
        /// The reason why the file cannot be edited here; empty if it can.
        let obstacle: String
    }

    let report: SuggestionReport
    /// The changes by the places of their thresholds in the report.
    let changes: [Int: Change]

    init(_ report: SuggestionReport, on files: ConfigurationFiles) {
        self.report = report
        var changes: [Int: Change] = [:]
        for (index, threshold) in report.thresholds.enumerated() where threshold.reason == nil {
            guard let edit = threshold.edit else { continue }
            do throws(ConfigurationFileError) {
                changes[index] = Change(edit: edit, diff: try files.draft(edit)?.diff ?? [], obstacle: "")
            } catch {
                changes[index] = Change(edit: edit, diff: [], obstacle: error.description)
            }
        }
        self.changes = changes
    }
}

extension ConfigurationFiles {
    /// Returns a file with an edit; nil if the file has another text at its place.
    ///
    /// - Throws: `ConfigurationFileError`.
    func draft(_ edit: ScalarEdit) throws(ConfigurationFileError) -> (draft: EditorDraft, diff: [String])? {
        let file = edit.position.file
        let text = try self.text(of: file)
        let before = text.withLineFeeds
        guard let after = edit.applied(to: before) else { return nil }
        func files(_ text: String) -> RevisionFiles { RevisionFiles(root: file, texts: [file: text]) }
        return (
            EditorDraft(file: file, text: after, digest: Self.digest(of: text)),
            RevisionDiff(from: files(before), to: files(after)).lines
        )
    }
}

extension SuggestionReport.Threshold {
    /// The change that writes the suggestion; nil without one.
    fileprivate var edit: ScalarEdit? {
        suggestion.map { ScalarEdit(at: SourcePosition(file: file, line: line, column: column), from: comparison, to: $0) }
    }
}
