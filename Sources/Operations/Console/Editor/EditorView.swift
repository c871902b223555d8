import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// A file of the configuration with the diagnostics that `mezon-bot check` reports.
struct EditorView: Sendable {
    struct FileChoice: Sendable {
        let name: String
        let href: String
        let isCurrent: Bool
        let findings: Int
        let hasFindings: Bool
    }

    let files: [FileChoice]
    let file: String
    let text: String
    let digest: String
    /// The reason why the file cannot be edited here.
    let obstacle: String
    let isEditable: Bool
    let check: DiagnosticsView
    /// A Boolean value that indicates whether the text differs from the file on disk.
    let isDraft: Bool
    let days: [Int]
}

/// The diagnostics of a configuration, in the order of `mezon-bot check`.
struct DiagnosticsView: Sendable {
    struct Finding: Sendable {
        /// The place as `check` prints it, for example `rules/spam.yaml:12:5`.
        let place: String
        let href: String
        let line: Int
        let column: Int
        let length: Int
        let severity: String
        let code: String
        let message: String
        let suggestion: String
        let hasSuggestion: Bool
        /// A Boolean value that indicates whether it concerns the file that is open.
        let isHere: Bool
    }

    let findings: [Finding]
    let hasFindings: Bool
    let hasErrors: Bool
    let summary: String

    init(_ report: DiagnosticReport, in file: String) {
        findings = report.rows.map { row in
            Finding(
                place: "\(row.file):\(row.line):\(row.column)",
                href: "/editor?"
                    + QueryText.query([("file", row.file), ("line", "\(row.line)"), ("column", "\(row.column)")]),
                line: row.line, column: row.column, length: row.length, severity: row.severity.rawValue, code: row.code,
                message: row.message, suggestion: row.suggestion ?? "", hasSuggestion: row.suggestion != nil,
                isHere: row.file == file)
        }
        hasFindings = !findings.isEmpty
        hasErrors = report.diagnostics.hasErrors
        summary = report.summary
    }
}

/// A checked draft.
struct CheckedDraft: Sendable {
    /// The configuration with the draft; nil if it has errors.
    let compiled: CompiledConfiguration?
    let report: DiagnosticReport
    let files: ConfigurationFiles
}

extension ConsoleContext {
    /// Checks the files on disk, with a draft in place of one of them, as `mezon-bot check` does.
    func checked(_ draft: EditorDraft?) async -> CheckedDraft {
        let configuration = access.configuration()
        let now = access.time.now
        let drafts = draft.map { [$0.file: $0.text] } ?? [:]
        return await onDedicatedThread {
            let (compiled, found) = configuration.reload(drafts: drafts)
            return CheckedDraft(
                compiled: compiled, report: found.addingIdleSchedules(of: compiled, after: now),
                files: configuration.files(in: found))
        }
    }

    /// A file as it is on disk, or as an earlier revision has it.
    ///
    /// - Throws: `ScreenError.notFound`, and errors of the store.
    func editor(_ query: FormFields) async throws -> EditorView {
        let file = query["file"].isEmpty ? access.configuration().files.root : query["file"]
        var draft: EditorDraft?
        if !query["revision"].isEmpty {
            let revision = try await reader.revisions().first { $0.version == query["revision"] }
            guard let text = revision.flatMap({ RevisionFiles(json: $0.files) })?.texts[file] else { throw ScreenError.notFound }
            let onDisk = try? await checked(nil).files.text(of: file)
            draft = EditorDraft(file: file, text: text, digest: ConfigurationFiles.digest(of: onDisk ?? ""))
        }
        return try await editor(file, draft)
    }

    /// - Parameter draft: The text to show; nil for that of the file.
    /// - Throws: `ScreenError.notFound` if the configuration has no such file.
    func editor(_ file: String, _ draft: EditorDraft?) async throws -> EditorView {
        let checked = await checked(draft)
        guard checked.files.names.contains(file) else { throw ScreenError.notFound }
        var (text, obstacle) = ("", "")
        do throws(ConfigurationFileError) {
            text = try checked.files.text(of: file)
        } catch {
            obstacle = error.description
        }
        if let hidden = EditorDraft.firstHiddenCharacter(in: (draft?.text ?? text).withLineFeeds) {
            obstacle =
                "'\(file)' contains the character U+\(hidden.code) in line \(hidden.line), which a page does not show as it is; "
                + "write it as \"\\u\(hidden.code)\", or edit the file on its machine"
        }
        let shown = draft?.text ?? text.withLineFeeds
        let counts = Dictionary(grouping: checked.report.diagnostics, by: \.position.file).mapValues(\.count)
        return EditorView(
            files: checked.files.names.map { name in
                let count = counts[name] ?? 0
                return .init(
                    name: name, href: "/editor?" + QueryText.query([("file", name)]), isCurrent: name == file, findings: count,
                    hasFindings: count > 0)
            }, file: file, text: obstacle.isEmpty ? shown : "", digest: draft?.digest ?? ConfigurationFiles.digest(of: text),
            obstacle: obstacle, isEditable: obstacle.isEmpty, check: DiagnosticsView(checked.report, in: file),
            isDraft: draft != nil && shown != text.withLineFeeds, days: DraftTrial.days)
    }
}
