import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// Carries out what the forms of the pages ask for, through the requests that the commands use.
struct ActionHandler: Sendable {
    let context: ConsoleContext

    /// Performs a change.
    ///
    /// - Returns: The reply of the application.
    /// - Throws: `ScreenError`, and errors of the store.
    func perform(_ action: Route.Action, _ form: FormFields) async throws -> AdminReply {
        switch action {
        case .undo(let clan, let number): try await undo(number, of: ClanID(clan), form)
        case .changeJob(let id, let change): try await self.change(id, change)
        case .trigger: try await trigger(form["rule"])
        case .closeDeadLetter(let id, let choice): try await close(id, choice)
        case .resend:
            if let channel = ChannelID(form["channel"]), !channel.isNone {
                await context.access.ask(
                    .resend(to: [channel], since: context.access.time.now.addingTimeInterval(-ConsoleContext.resendWindow)))
            } else {
                throw ScreenError.invalid(form["channel"])
            }
        case .answerQuestion: try await answer(form)
        case .changeSetting(let clan): try await changeSetting(of: ClanID(clan), form)
        case .changeMode: try await context.access.ask(.save(context.modeEdit(form)))
        case .chooseLanguage, .signOut, .editor, .chat, .makeFixture, .runRule: throw ScreenError.notFound
        }
    }

    private func change(_ id: Int64, _ change: Route.JobChange) async throws -> AdminReply {
        if !context.scope.isEverything {
            guard try await context.reader.job(id, in: context.places()) != nil else { throw ScreenError.notFound }
        }
        let author = EditorHandler.author
        switch change {
        case .pause: return await context.access.ask(.pause(job: id, by: author))
        case .resume: return await context.access.ask(.resume(job: id, by: author))
        case .cancel: return await context.access.ask(.cancel(job: id, by: author))
        }
    }

    private func trigger(_ rule: String) async throws -> AdminReply {
        if !context.scope.isEverything {
            guard try await context.triggers().contains(where: { $0.id == rule }) else { throw ScreenError.notFound }
        }
        return await context.access.ask(.trigger(rule: rule, channel: nil, by: EditorHandler.author))
    }

    private func close(_ letter: Int64, _ choice: Route.RetryChoice) async throws -> AdminReply {
        if !context.scope.isEverything {
            guard try await context.deadLetters().contains(where: { $0.number == letter }) else { throw ScreenError.notFound }
        }
        switch choice {
        case .retry: return await context.access.ask(.retry(deadLetter: letter, by: EditorHandler.author))
        case .discard: return await context.access.ask(.discard(deadLetter: letter, by: EditorHandler.author))
        }
    }

    private func answer(_ form: FormFields) async throws -> AdminReply {
        guard let choice = SystemEvent.Answer.Choice(rawValue: form["choice"]), choice != .expire else {
            throw ScreenError.invalid(form["choice"])
        }
        guard try await context.openQuestions().contains(where: { $0.name == form["question"] }) else {
            throw ScreenError.notFound
        }
        return await context.access.ask(
            .answer(.init(question: form["question"], choice: choice, by: EditorHandler.author, at: context.access.time.now)))
    }

    private func changeSetting(of clan: ClanID, _ form: FormFields) async throws -> AdminReply {
        guard try await context.settingsBots(in: clan).contains(where: { $0.manifest.name == form["bot"] }) else {
            throw ScreenError.notFound
        }
        let text = form["value"].replacing("\r\n", with: "\n")
        // An empty text is written in quotation marks, as in chat.
        let value = form["reset"] == "yes" ? nil : text.isEmpty ? "\"\"" : text
        return await context.access.ask(
            .change(setting: form["name"], of: form["bot"], to: value, clan: "\(clan)", by: EditorHandler.author))
    }

    /// Undoes a case, or the measures of it that the form names.
    private func undo(_ number: Int64, of clan: ClanID, _ form: FormFields) async throws -> AdminReply {
        guard context.scope.contains(clan), let incident = try await context.reader.incident(number, of: clan) else {
            throw ScreenError.notFound
        }
        let chosen = Set(form.all("measure").compactMap { Int64($0) })
        let isPart = form["part"] == "yes"
        let cases = isPart ? incident.measures.filter { chosen.contains($0.id) } : incident.measures
        let now = context.access.time.now
        let reversal = Reversal(cases, known: try await context.reader.cases(ofUsersIn: cases), at: now)
        guard !reversal.ending.isEmpty else { return AdminReply(["nothing can be undone"], isRefused: true) }
        return await context.access.ask(
            .undo(
                SystemEvent.Undo(
                    cases: reversal.ending, by: SystemEvent.console, clan: clan,
                    channel: cases.first?.draft.channel ?? 0, inverses: reversal.actions, strikes: reversal.strikes,
                    measures: reversal.measures, at: now)))
    }
}
