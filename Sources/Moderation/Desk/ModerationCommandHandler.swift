package import BotKit
package import MezonModel
package import Persistence

/// Answers moderators in chats: `*why` as a reply to a message, `*case 12`, `*cases @somebody`, `*undo 12`.
///
/// Only for whom the configuration names under `moderation`, looked at by id when they ask; never for an edited message, one that was
/// recovered after an outage, or an application.
package struct ModerationCommandHandler: EventHandler {
    package let name = "house:desk"
    private let reader: JournalReader
    private let explainer: Explainer
    private let settings: ModerationCommandSettings

    package init(reader: JournalReader, explainer: Explainer, settings: ModerationCommandSettings) {
        self.reader = reader
        self.explainer = explainer
        self.settings = settings
    }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        guard ModerationCommand(message, prefix: settings.prefix) != nil else { return .pass }
        if context.isLate { return .skip("it was asked while we were away") }
        return settings.isModerator(message.author.id, message.clan) ? .pass : .skip("\(message.author.id) is no moderator")
    }

    package func attendance(at event: Event, _ context: EventContext) -> HandlingStep {
        guard case .message(let message) = event, let command = ModerationCommand(message, prefix: settings.prefix) else {
            return .none
        }
        return .deliberating { { [try await answer(command, to: message, context)] } }
    }

    private func answer(_ command: ModerationCommand, to message: Message, _ context: EventContext) async throws -> AuthorResult {
        let phrases = settings.phrases
        switch command {
        case .why(nil): return whisper(phrases.whyNeedsAReply(settings.prefix), to: message)
        case .why(let about?):
            let explanation = try await explainer.explanation(of: about, me: context.me)
            return whisper(explanation.map { phrases.why($0) } ?? phrases.nothingKnown, to: message)
        case .show(nil): return whisper(phrases.needsNumber("case", settings.prefix), to: message)
        case .show(let id?):
            guard let record = try await record(id) else { return whisper(phrases.noCase(id), to: message) }
            return whisper(phrases.naming(try await reader.names(in: [record])).detail(record), to: message)
        case .cases(nil): return whisper(phrases.needsPerson(settings.prefix), to: message)
        case .cases(let user?):
            var filter = CaseFilter()
            filter.user = user
            filter.limit = 15  // What fits into one message.
            return whisper(phrases.list(try await reader.cases(filter), of: user), to: message)
        case .undo(nil): return whisper(phrases.needsNumber("undo", settings.prefix), to: message)
        case .undo(let id?): return try await undo(id, for: message, context)
        }
    }

    private func undo(_ id: Int64, for message: Message, _ context: EventContext) async throws -> AuthorResult {
        guard let record = try await record(id) else { return whisper(settings.phrases.noCase(id), to: message) }
        let known = try await reader.cases(ofUsersIn: [record])
        let reversal = Reversal([record], known: known, at: context.now)
        guard !reversal.ending.isEmpty else {
            let phrases = settings.phrases.naming(try await reader.names(in: [record]))
            return whisper(phrases.plan(reversal, isEnforced: settings.isEnforced).joined(separator: "\n"), to: message)
        }
        let undo = SystemEvent.Undo(
            cases: [id], by: message.author.name, clan: message.clan, channel: message.channel, inverses: reversal.actions,
            strikes: reversal.strikes, at: context.now)
        return AuthorResult(
            author: name, actions: [], events: [.undo(undo)], reason: "\(message.author.id) asked", summary: "undo #\(id)")
    }

    private func record(_ id: Int64) async throws -> StoredCase? {
        var filter = CaseFilter()
        filter.ids = [id]
        return try await reader.cases(filter).first
    }

    private func whisper(_ text: String, to message: Message) -> AuthorResult {
        AuthorResult(author: name, actions: [.whisper(Draft(text), to: message.author.id)], reason: "\(message.author.id) asked")
    }
}
