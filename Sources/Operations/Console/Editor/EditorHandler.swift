import BotConfiguration
import ChatModel
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
    let runner: DraftRunner
    let completion: LazyCompletion

    /// - Throws: `ScreenError`, and errors of the store.
    func respond(
        _ command: Route.EditorCommand, _ form: FormFields, _ session: SecretToken, _ texts: Texts
    ) async throws -> Result {
        switch command {
        case .check: return try await check(form)
        case .complete: return try complete(form)
        case .test: return try await start(.tests, form, session, texts)
        case .backtest:
            guard let days = Int(form["days"]), DraftRunner.days.contains(days) else { throw ScreenError.invalid(form["days"]) }
            return try await start(.backtest(days: days), form, session, texts)
        case .cancel:
            runner.cancel()
            return .redirect("/editor/run", nil)
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
        _ work: DraftRun.Work, _ form: FormFields, _ session: SecretToken, _ texts: Texts
    ) async throws -> Result {
        let draft = try EditorDraft(form)
        let checked = await context.checked(draft)
        func refused(_ key: String) async throws -> Result {
            .page(try await context.editor(draft.file, draft), .init(lines: [texts[key]], isRefused: true))
        }
        guard checked.files.names.contains(draft.file) else { throw ScreenError.notFound }
        guard let compiled = checked.compiled else { return try await refused("editor_has_errors") }
        let isStarted = runner.start(
            work, of: draft, compiled, checked.report, against: context.access.configuration(), session: session)
        guard isStarted else { return try await refused("editor_busy") }
        return .redirect("/editor/run", nil)
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
