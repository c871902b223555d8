import ChatModel
import Foundation
import MezonBotApp
import Moderation
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
        case .changeJob(let id, .pause): await context.access.ask(.pause(job: id))
        case .changeJob(let id, .resume): await context.access.ask(.resume(job: id))
        case .changeJob(let id, .cancel): await context.access.ask(.cancel(job: id))
        case .trigger: await context.access.ask(.trigger(rule: form["rule"], channel: nil))
        case .closeDeadLetter(let id, .retry): await context.access.ask(.retry(deadLetter: id))
        case .closeDeadLetter(let id, .discard): await context.access.ask(.discard(deadLetter: id))
        case .resend:
            if let channel = ChannelID(form["channel"]), !channel.isNone {
                await context.access.ask(
                    .resend(to: [channel], since: context.access.time.now.addingTimeInterval(-ConsoleContext.resendWindow)))
            } else {
                throw ScreenError.invalid(form["channel"])
            }
        case .chooseLanguage, .signOut: throw ScreenError.notFound
        }
    }

    /// Undoes a case, or the measures of it that the form names.
    private func undo(_ number: Int64, of clan: ClanID, _ form: FormFields) async throws -> AdminReply {
        guard let incident = try await context.reader.incident(number, of: clan) else { throw ScreenError.notFound }
        let chosen = Set(form.all("measure").compactMap { Int64($0) })
        let isPart = form["part"] == "yes"
        let cases = isPart ? incident.measures.filter { chosen.contains($0.id) } : incident.measures
        let now = context.access.time.now
        let reversal = Reversal(cases, known: try await context.reader.cases(ofUsersIn: cases), at: now)
        guard !reversal.ending.isEmpty else { return AdminReply(["nothing can be undone"], isRefused: true) }
        return await context.access.ask(
            .undo(
                SystemEvent.Undo(
                    cases: reversal.ending, by: SystemEvent.Undo.console, clan: clan,
                    channel: cases.first?.draft.channel ?? 0, inverses: reversal.actions, strikes: reversal.strikes, at: now)))
    }
}
