package import BotKit
package import ChatModel
import Foundation
package import Storage

/// Ends cases: when they are undone, when they expire, and when a moderator has lifted them by hand.
package struct CaseService: EventHandler {
    package let name = "system:cases"
    private let reader: JournalReader
    private let settings: ModerationCommandSettings

    package init(reader: JournalReader, settings: ModerationCommandSettings) {
        self.reader = reader
        self.settings = settings
    }

    package func decidesImmediately(_ event: Event, in context: EventContext) -> Bool {
        if case .message = event { true } else { false }
    }

    package func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        switch event {
        case .system(.undo(let undo)) where !undo.cases.isEmpty: .awaiting { { try await self.undo(back: undo) } }
        case .system(.expired(let id, _, _, let now)): .awaiting { { try await end(id, at: now) } }
        case .system(.lapsed(let id, _, _, let now)): .awaiting { { try await renew(id, at: now) } }
        case .banChanged(let change) where change.isLifted && !change.by.isNone && change.by != context.me:
            .awaiting { { try await note(change, at: context.now) } }
        default: .none
        }
    }

    private func undo(back undo: SystemEvent.Undo) async throws -> [AuthorResult] {
        let reversal = try await reversal(of: undo.cases, in: undo.clan, at: undo.at)
        guard !reversal.ending.isEmpty else {
            return [AuthorResult(author: "system:undo", actions: [], reason: "nothing left to undo", summary: "nothing")]
        }
        var settings = settings.of(undo.clan)
        settings.phrases = settings.phrases.naming(
            try await reader.names(in: reversal.items.prefix(Self.maxNamed).map(\.record)))
        return [reversal.result(answering: undo, settings)]
    }

    private func end(_ id: Int64, at now: Date) async throws -> [AuthorResult] {
        let reversal = try await reversal(of: [id], at: now)
        guard let record = reversal.items.first?.record, record.isOpen else { return [] }
        return [
            AuthorResult(
                author: Self.sanctionExpiry, actions: reversal.actions.map(Action.member), caseChanges: [CaseChange(id, .ended)],
                reason: "case #\(record.number) has expired")
        ]
    }

    /// Restores a mute that the server has lost, for its remaining time.
    private func renew(_ id: Int64, at now: Date) async throws -> [AuthorResult] {
        guard let record = try await cases([id]).first, record.isOpen, record.draft.until.map({ $0 > now }) ?? true else {
            return []
        }
        let actions = record.inverses.compactMap { inverse -> Action? in
            guard case .unmute(let user, let channel) = inverse else { return nil }
            return .member(.mute(user, in: channel, until: record.draft.until, reason: record.draft.reason))
        }
        return [
            AuthorResult(
                author: Self.sanctionExpiry, actions: actions, caseChanges: [CaseChange(id, .upheld)],
                reason: "case #\(record.number) is in force, but the server had lost it")
        ]
    }

    /// Records that a moderator has lifted a mute by hand; it is not restored.
    private func note(_ change: BanChange, at now: Date) async throws -> [AuthorResult] {
        var filter = CaseFilter()
        filter.isOpen = true
        var changes: [CaseChange] = []
        var numbers: [Int64] = []
        var strikes: [Strike] = []
        var measures: [MeasureReference] = []
        for user in change.users {
            filter.user = user
            for record in try await reader.cases(filter)
            where record.inverses == [.unmute(user, in: change.channel)] {
                changes.append(CaseChange(record.id, .undone(by: "\(change.by)")))
                numbers.append(record.number)
                if let strike = record.draft.strike { strikes.append(strike) }
                measures.append(MeasureReference(record.draft, by: record.author, causedBy: record.cause))
            }
        }
        guard !changes.isEmpty else { return [] }
        let undo = SystemEvent.Undo(
            cases: [], by: "\(change.by)", clan: change.clan, channel: 0, inverses: [], strikes: strikes,
            measures: measures, at: now)
        let list = numbers.map { "#\($0)" }.joined(separator: ", ")
        return [
            AuthorResult(
                author: Self.sanctionExpiry, actions: [], caseChanges: changes, events: [.undo(undo)],
                reason: "\(change.by) lifted it manually",
                summary: "ended: case \(list)")
        ]
    }

    private func reversal(of ids: [Int64], in clan: ClanID? = nil, at now: Date) async throws -> Reversal {
        let cases = try await cases(ids, in: clan)
        return Reversal(cases, known: try await reader.cases(ofUsersIn: cases), at: now)
    }

    /// Returns cases by their ids.
    ///
    /// - Parameter clan: The only clan whose cases are considered; `nil` for any.
    private func cases(_ ids: [Int64], in clan: ClanID? = nil) async throws -> [StoredCase] {
        var filter = CaseFilter()
        filter.ids = ids
        filter.clan = clan
        return try await reader.cases(filter)
    }

    private static let sanctionExpiry = "system:sanction-expiry"
    private static let maxNamed = 40  // Cases: more do not fit into the message that lists them.
}

extension Reversal {
    /// Returns the result that carries out the reversal and notifies moderators, in the channel of the request and in the
    /// moderation channel. Only the latter shows the names of private channels that its readers cannot see.
    func result(answering undo: SystemEvent.Undo, _ settings: ModerationCommandSettings) -> AuthorResult {
        let alerts = settings.alerts(undo.clan)
        let channels = [undo.isAskedInChat ? undo.channel : nil, alerts].compactMap(\.self).uniqued
        let reports = channels.map { channel in
            let phrases = channel == alerts ? settings.phrases : settings.phrases.hiding { !settings.mayRead($0, in: channel) }
            return Action.send(Draft(phrases.undone(self, by: undo.requester, isEnforced: settings.isEnforced)), to: channel)
        }
        let asked = actions.map(Action.member) + reports
        return AuthorResult(
            author: "system:undo", actions: asked, caseChanges: changes(by: undo.requester),
            reason: "\(undo.requester) undid \(numbers.map { "#\($0)" }.joined(separator: ", "))",
            summary: asked.isEmpty ? "recorded" : "")
    }
}

extension SystemEvent.Undo {
    // Users choose their names: only older builds told a request in chat by its name.
    fileprivate var isAskedInChat: Bool { (!moderator.isNone || !SystemEvent.isOperator(by)) && !channel.isNone }

    /// The requester as recorded: a moderator with the user ID, which no name can imitate.
    fileprivate var requester: String { moderator.isNone ? by : "\(by.prefix(64)) (\(moderator))" }
}

extension [ChannelID] {
    fileprivate var uniqued: [ChannelID] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
