import BotTesting
import ChatModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import MezonBotApp
import Moderation
import Storage

extension RequestHandler {
    private static let maxReturnedField = 100  // Characters: more than a time or the id of a rule has.

    /// Answers a form of the editor. A draft that is not saved comes back with the response.
    func edit(
        _ command: Route.EditorCommand, _ form: FormFields, _ session: ConsoleSession, _ language: Language
    ) async throws -> Response {
        let texts = renderer.texts(language)
        var viewer = PageRenderer.Viewer(language: language, formToken: session.formToken.text, address: "/editor")
        do {
            let handler = EditorHandler(context: context, runner: runner, completion: completion)
            switch try await handler.respond(command, form, session.token, texts) {
            case .fragment(let template, let values): return html(try renderer.fragment(template, values, for: viewer))
            case .page(let view, let notice):
                viewer.notice = notice
                return html(try renderer.document(Screens.editor(view), for: viewer))
            case .redirect(let address, let notice):
                if let notice { notices.put(notice, for: session) }
                logger.info(
                    "Console action",
                    metadata: [
                        "console.action": "editor.\(command.rawValue)", "console.refused": "\(notice?.isRefused ?? false)",
                    ])
                return redirect(to: address)
            }
        } catch ScreenError.notFound {
            return try message("not_found", .notFound, viewer)
        } catch ScreenError.invalid {
            return plain(.badRequest)
        }
    }

    /// Answers a form that starts work about rules. What was entered comes back with a refusal.
    func start(
        _ command: Route.RuleCommand, _ form: FormFields, _ session: ConsoleSession, _ language: Language
    ) async throws -> Response {
        var address = command.kind.address
        var isRefused = false
        do {
            let handler = RuleRunHandler(context: context, runner: runner)
            try await handler.start(command, form, session.token, renderer.texts(language))
        } catch ScreenError.refused(let lines) {
            notices.put(.init(lines: lines, isRefused: true), for: session)
            let fields = command.fields.map { ($0, String(form[$0].prefix(Self.maxReturnedField))) }
            if !fields.isEmpty { address += "?" + QueryText.query(fields) }
            isRefused = true
        }
        logger.info(
            "Console action",
            metadata: ["console.action": "rules.\(command.rawValue)", "console.refused": "\(isRefused)"])
        return redirect(to: address)
    }

    /// Answers a form of the chat.
    func talk(_ command: Route.ChatCommand, _ form: FormFields, _ session: ConsoleSession) async throws -> Response {
        do {
            let (address, reason) = try await ChatHandler(rooms: rooms).respond(command, form)
            if let reason { notices.put(.init(lines: [reason], isRefused: true), for: session) }
            return redirect(to: address)
        } catch ScreenError.notFound {
            return plain(.notFound)
        } catch ScreenError.refused(let lines) {
            notices.put(.init(lines: lines, isRefused: true), for: session)
            return redirect(to: "/chat")
        }
    }

    /// Saves a test of a case that was wrong, and undoes the case. Without a test, nothing is undone.
    func saveTest(
        of number: Int64, in clan: ClanID, _ form: FormFields, _ session: ConsoleSession, _ language: Language
    ) async throws -> Response {
        guard session.scope.isEverything, let incident = try await context.reader.incident(number, of: clan),
            let first = incident.measures.first
        else { return plain(.notFound) }
        let texts = renderer.texts(language)
        let action = Route.Action.undo(clan: clan.rawValue, number: number)
        let redirection = redirect(to: action.address)
        let made: CaseTestRecorder.Recording
        do {
            made = try await fixtures.test(of: first, context.reader, context.access.configuration(), texts)
        } catch ScreenError.refused(let lines) {
            notices.put(.init(lines: lines, isRefused: true), for: session)
            return redirection
        }
        let name = CaseTestRecorder.name(of: first)
        let saved = await context.access.ask(.saveFixture(name: name, text: made.text, by: EditorHandler.author))
        var lines = saved.lines
        var isRefused = saved.isRefused
        if isRefused {
            lines.insert(texts["incident_test_impossible"], at: 0)
        } else {
            lines.append("\(texts["incident_test_events"]) \(made.events). \(texts["incident_test_words"]) \(made.keptWords).")
            if !made.fails { lines.append(texts["incident_test_fixed"]) }
            if try await context.incident(number, of: clan, texts).canUndo {
                let undone = try await ActionHandler(context: context).perform(action, form)
                lines += undone.lines
                isRefused = undone.isRefused
            }
        }
        notices.put(.init(lines: lines, isRefused: isRefused), for: session)
        logger.info("Console action", metadata: ["console.action": "\(action)", "console.refused": "\(isRefused)"])
        return redirection
    }

    /// Makes a test of an entry, and sends or saves it.
    func makeFixture(
        of entry: Int64, _ form: FormFields, _ session: ConsoleSession, _ language: Language
    ) async throws -> Response {
        let texts = renderer.texts(language)
        let address = Route.Action.makeFixture(entry: entry).address
        guard let count = Int(form["before"]), FixtureMaker.before.contains(count) else { return plain(.badRequest) }
        guard try await context.reader.entry(entry) != nil else { return plain(.notFound) }
        do {
            let made = try await fixtures.fixture(
                of: entry, before: count, keepsText: form["keep"] == "yes", context.reader, context.access.configuration(), texts)
            let notes = made.isDifferent ? [texts["fixture_different"]] : []
            guard form["to"] == "save" else {
                if !notes.isEmpty { notices.put(.init(lines: notes, isRefused: false), for: session) }
                var response = text(made.text, "application/jsonl; charset=utf-8")
                response.headers[.contentDisposition] = "attachment; filename=\"entry-\(entry).jsonl\""
                return response
            }
            let reply = await context.access.ask(
                .saveFixture(name: "entry-\(entry)", text: made.text, by: EditorHandler.author))
            notices.put(.init(lines: reply.lines + notes, isRefused: reply.isRefused), for: session)
            return redirect(to: address)
        } catch ScreenError.refused(let lines) {
            notices.put(.init(lines: lines, isRefused: true), for: session)
            return redirect(to: address)
        }
    }
}
