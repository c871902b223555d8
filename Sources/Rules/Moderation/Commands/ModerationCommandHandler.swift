package import BotKit
package import ChatModel
package import Storage

/// Answers moderation commands in chats: `*why` as a reply to a message, `*case 12`, `*cases @user`, `*undo 12`.
///
/// The commands are answered only for moderators of the clan in which they are given, and cover only that clan's cases and
/// messages of that channel. Edited messages, messages recovered after an outage, and bots are ignored.
package struct ModerationCommandHandler: EventHandler {
    package let name = "system:moderation"
    private let reader: JournalReader
    private let explainer: Explainer
    private let settings: ModerationCommandSettings

    package init(reader: JournalReader, explainer: Explainer, settings: ModerationCommandSettings) {
        self.reader = reader
        self.explainer = explainer
        self.settings = settings
    }

    package func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        guard settings.mayBeCommand(message) else { return .pass }
        let clan = settings.clan(of: message)
        guard ModerationCommand(message, prefix: settings.of(clan ?? 0).prefix) != nil else { return .pass }
        if context.isLate { return .skip("the command was sent while the bot was offline") }
        guard let clan else { return .skip("moderation commands work only in a clan") }
        return settings.isModerator(message.author.id, clan)
            ? .pass : .skip("\(message.author.id) is not a moderator of clan \(clan)")
    }

    package func decidesImmediately(_ event: Event, in context: EventContext) -> Bool {
        if case .message(let message) = event { !settings.mayBeCommand(message) } else { true }
    }

    package func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        guard case .message(let message) = event, settings.mayBeCommand(message), let clan = settings.clan(of: message) else {
            return .none
        }
        let own = ModerationCommandHandler(reader: reader, explainer: explainer, settings: settings.of(clan))
        guard let command = ModerationCommand(message, prefix: own.settings.prefix) else { return .none }
        return .awaiting { { [try await own.answer(command, to: message, in: clan, context)] } }
    }

    private func answer(
        _ command: ModerationCommand, to message: Message, in clan: ClanID, _ context: EventContext
    ) async throws -> AuthorResult {
        let phrases = settings.phrases
        switch command {
        case .why(nil): return ephemeral(phrases.whyNeedsAReply(settings.prefix), to: message)
        case .why(let about?):
            let explanation = try await explainer.explanation(of: about, in: message.channel, of: clan, me: context.me)
            return ephemeral(explanation.map { phrases.why($0) } ?? phrases.nothingKnown, to: message)
        case .show(nil): return ephemeral(phrases.needsNumber("case", settings.prefix), to: message)
        case .show(let number?):
            guard let incident = try await reader.incident(number, of: clan) else {
                return ephemeral(phrases.noCase(number), to: message)
            }
            let names = try await reader.names(in: incident.measures)
            return ephemeral(phrases.naming(names).detail(incident, hiding: hidden(from: message.channel)), to: message)
        case .cases(nil): return ephemeral(phrases.needsPerson(settings.prefix), to: message)
        case .cases(let user?):
            var filter = CaseFilter()
            filter.clan = clan
            filter.user = user
            filter.limit = 15  // As many as fit into one message.
            let incidents = try await reader.incidents(filter)
            let names = try await reader.names(in: incidents.flatMap(\.measures))
            return ephemeral(phrases.naming(names).list(incidents, of: user, hiding: hidden(from: message.channel)), to: message)
        case .undo(nil): return ephemeral(phrases.needsNumber("undo", settings.prefix), to: message)
        case .undo(let number?): return try await undo(number, of: clan, for: message, context)
        }
    }

    private func undo(
        _ number: Int64, of clan: ClanID, for message: Message, _ context: EventContext
    ) async throws -> AuthorResult {
        guard let incident = try await reader.incident(number, of: clan) else {
            return ephemeral(settings.phrases.noCase(number), to: message)
        }
        let known = try await reader.cases(ofUsersIn: incident.measures)
        let reversal = Reversal(incident.measures, known: known, at: context.now)
        guard !reversal.ending.isEmpty else {
            let phrases = settings.phrases.naming(try await reader.names(in: incident.measures))
            return ephemeral(phrases.plan(reversal, isEnforced: settings.isEnforced).joined(separator: "\n"), to: message)
        }
        let undo = SystemEvent.Undo(
            cases: reversal.ending, by: message.author.name, moderator: message.author.id, clan: clan, channel: message.channel,
            inverses: reversal.actions, strikes: reversal.strikes,
            measures: reversal.measures, at: context.now)
        return AuthorResult(
            author: name, actions: [], events: [.undo(undo)], reason: "\(message.author.id) asked", summary: "undo #\(number)")
    }

    /// Returns what an answer in a channel leaves out.
    private func hidden(from channel: ChannelID) -> ModerationMessages.HiddenContent {
        .init(prefix: settings.prefix) { [settings] in !settings.mayRead($0, in: channel) }
    }

    private func ephemeral(_ text: String, to message: Message) -> AuthorResult {
        AuthorResult(
            author: name, actions: [.ephemeral(Draft(text), to: message.author.id)], reason: "\(message.author.id) asked")
    }
}
