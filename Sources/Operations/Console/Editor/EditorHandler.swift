import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Synchronization

/// Carries out what the forms of the editor ask for.
struct EditorHandler: Sendable {
    /// The response to a form.
    enum Result {
        case page(EditorView, PageRenderer.Notice?)
        case fragment(String, [String: Any])
        /// The address within the console that shows the result.
        case redirect(String, PageRenderer.Notice?)
    }

    static let author = SystemEvent.console

    let context: ConsoleContext
    let runner: ConsoleRunner
    let completion: LazyCompletion

    /// - Throws: `ScreenError`, and errors of the store.
    func respond(
        _ command: Route.EditorCommand, _ form: FormFields, _ session: SecretToken, _ texts: Texts
    ) async throws -> Result {
        switch command {
        case .check: return try await check(form)
        case .complete: return try complete(form)
        case .test: return try await start(form, session, texts) { draft, trial in (.tests(draft), trial.tests) }
        case .backtest:
            guard let days = Int(form["days"]), DraftTrial.days.contains(days) else { throw ScreenError.invalid(form["days"]) }
            let (rules, reader) = (context.access.configuration().rules, context.reader)
            let since = context.access.time.now.addingTimeInterval(-Double(days) * 86_400)
            return try await start(form, session, texts) { draft, trial in
                (.backtest(draft, days: days), { try await trial.backtest(against: rules, since: since, reader, $0) })
            }
        case .cancel: return .redirect((runner.cancel() ?? .draft).address, nil)
        case .take: return try await take(form, texts)
        case .save: return try await save(form)
        case .activate:
            let reply = await context.access.ask(.rollBack(version: form["version"], by: Self.author))
            return .redirect(
                "/editor/revisions?" + QueryText.query([("version", form["version"])]),
                .init(lines: reply.lines, isRefused: reply.isRefused))
        }
    }

    private func check(_ form: FormFields) async throws -> Result {
        let draft = try EditorDraft(form)
        guard form["live"].isEmpty else {
            let checked = await context.checked(draft)
            return .fragment("editor-findings", ["check": DiagnosticsView(checked.report, in: draft.file)])
        }
        return .page(try await context.editor(draft.file, draft), nil)
    }

    private func complete(_ form: FormFields) throws -> Result {
        let draft = try EditorDraft(form)
        guard let line = Int(form["line"]), let column = Int(form["column"]) else { throw ScreenError.invalid(form["line"]) }
        let found = completion.value(context).suggestions(in: draft.text, line: line, column: column)
        return .fragment("editor-words", ["words": found.suggestions, "replaced": found.replaced])
    }

    private func start(
        _ form: FormFields, _ session: SecretToken, _ texts: Texts,
        _ work: (EditorDraft, DraftTrial) -> (ConsoleRun.Work, ConsoleRunner.Perform)
    ) async throws -> Result {
        let draft = try EditorDraft(form)
        let checked = await context.checked(draft)
        func refused(_ key: String) async throws -> Result {
            .page(try await context.editor(draft.file, draft), .init(lines: [texts[key]], isRefused: true))
        }
        guard checked.files.names.contains(draft.file) else { throw ScreenError.notFound }
        guard let compiled = checked.compiled else { return try await refused("editor_has_errors") }
        let (run, perform) = work(draft, DraftTrial(compiled: compiled, report: checked.report))
        guard runner.start(run, for: session, perform) else { return try await refused("editor_busy") }
        return .redirect(run.kind.address, nil)
    }

    /// Makes a draft of a suggestion, from the file as it is on disk.
    private func take(_ form: FormFields, _ texts: Texts) async throws -> Result {
        func refused(_ reason: String) -> Result {
            .redirect(ConsoleRun.Kind.suggestions.address, .init(lines: [reason], isRefused: true))
        }
        guard let run = runner.latest(.suggestions), form["run"] == "\(run.number)",
            case .suggestions(let findings) = run.outcome,
            let change = Int(form["suggestion"]).flatMap({ findings.changes[$0] })
        else { return refused(texts["suggest_stale"]) }
        do {
            guard let draft = try await context.checked(nil).files.draft(change.edit)?.draft else {
                return refused(texts["suggest_moved"])
            }
            return .page(try await context.editor(draft.file, draft), nil)
        } catch let error as ConfigurationFileError {
            return refused(error.description)
        }
    }

    private func save(_ form: FormFields) async throws -> Result {
        let draft = try EditorDraft(form)
        let edit = ConfigurationEdit(
            file: draft.file, text: draft.text, digest: draft.digest, author: Self.author,
            keepsErrors: form["despite"] == "yes")
        let reply = await context.access.ask(.save(edit))
        let notice = PageRenderer.Notice(lines: reply.lines, isRefused: reply.isRefused)
        guard reply.isWritten == true else { return .page(try await context.editor(draft.file, draft), notice) }
        return .redirect("/editor?" + QueryText.query([("file", draft.file)]), notice)
    }
}

/// The completion, whose format is derived at its first use.
final class LazyCompletion: Sendable {
    private let made = Mutex<SchemaCompletion?>(nil)

    func value(_ context: ConsoleContext) -> SchemaCompletion {
        made.withLock { made in
            if let made { return made }
            let new = SchemaCompletion(context.access.configuration().schema)
            made = new
            return new
        }
    }
}
