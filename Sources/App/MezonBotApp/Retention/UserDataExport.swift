package import ChatModel
import EventProcessing
import Foundation
package import Storage

/// Exports all stored data of a user as JSON objects, one per line.
package struct UserDataExport: Sendable {
    private let reader: JournalReader
    private let user: UserID

    package init(_ reader: JournalReader, of user: UserID) {
        self.reader = reader
        self.user = user
    }

    /// - Parameters:
    ///   - progress: Receives the number of the last entry processed.
    ///   - write: Receives each line.
    package func run(progress: (Int64) -> Void, write: (String) -> Void) async throws {
        let last = try await reader.lastSequence()
        let traces = try await UserEntryIndex(of: user, in: reader, through: last, progress: progress)
        try line(
            UserRecord(
                kind: "user", id: user, names: traces.names.union(try await reader.names().all(of: user)).sorted(),
                entries: traces.own.count, namedIn: traces.named),
            write)
        for member in try await reader.members() where member.user == user {
            try line(MembershipRecord(kind: "member", clan: member.clan, roles: member.roles, joinedAt: member.joinedAt), write)
        }
        for sequence in traces.own {
            guard let entry = try await reader.line(sequence) else { continue }
            let redaction = try await reader.redactions(after: sequence - 1, through: sequence)[sequence]
            try line(EventRecord(entry, redaction: redaction == .trace ? nil : redaction), write)
        }
        var filter = CaseFilter()
        filter.user = user
        filter.limit = .max
        for record in try await reader.cases(filter) { try line(CaseRecord(record), write) }
        let conversations = try await reader.conversations(with: user)
        for row in try await reader.botStates(under: { _ in true }) where row.isOf(user, in: conversations) {
            try line(BotStateRecord(kind: "bot-state", bot: row.bot, key: row.key, value: Self.json(row.value)), write)
        }
        for stored in try await reader.jobs(of: nil, limit: .max) where stored.job.user == user {
            try line(JobRecord(kind: "job", job: stored), write)
        }
        for row in try await reader.ruleState(mentioning: "\(user)") where row.key.names(user) {
            try line(RuleStateRecord(kind: "rule-state", row), write)
        }
        for former in try await reader.formerRuleState(mentioning: "\(user)") where former.row.key.names(user) {
            try line(RuleStateRecord(kind: "former-rule-state", former.row, at: former.at), write)
        }
    }

    private func line(_ value: some Encodable, _ write: (String) -> Void) throws {
        write(try JSONText.text(value))
    }

    private static func json(_ text: String?) -> JSONValue? {
        text.map { text in (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))) ?? .string(text) }
    }

    private struct UserRecord: Encodable {
        let kind: String
        let id: UserID
        let names: [String]
        let entries: Int
        /// The entries of others that name or quote the user.
        let namedIn: [Int64]
    }

    private struct MembershipRecord: Encodable {
        let kind: String
        let clan: ClanID
        let roles: [RoleID]
        let joinedAt: Date?
    }

    private struct JobRecord: Encodable {
        let kind: String
        let job: StoredJob
    }

    private struct BotStateRecord: Encodable {
        let kind: String
        let bot: String
        let key: String
        let value: JSONValue?
    }

    private struct RuleStateRecord: Encodable {
        let kind: String
        let of: String
        let name: String
        let subject: String
        let value: JSONValue?
        /// The time at which a value was in use that is kept for backtests; nil for the present one.
        let at: Date?

        init(kind: String, _ row: RuleStateRow, at: Date? = nil) {
            self.kind = kind
            of = row.key.kind
            name = row.key.name
            subject = row.key.subject
            value = UserDataExport.json(row.value)
            self.at = at
        }
    }

    private struct EventRecord: Encodable {
        let kind: String
        let sequence: Int64
        let at: Date
        let clan: ClanID
        let channel: ChannelID
        let message: MessageID
        let text: String?
        let attachments: [Attachment]
        /// The reason why the text was removed.
        let redaction: RedactionReason?
        /// The trace of the entry's turn.
        let trace: [Trace.Step]
        let answers: [Draft]

        init(_ line: JournalReader.Line, redaction: RedactionReason?) {
            let entry = line.entry
            let message = entry.event?.content
            kind = entry.kind
            sequence = entry.sequence
            at = entry.receivedAt
            clan = entry.clan
            channel = entry.channel
            self.message = entry.message
            text = message?.text
            attachments = message?.attachments ?? []
            self.redaction = redaction
            trace = line.trace?.steps ?? []
            answers = line.deliveries.compactMap { $0.outgoing?.draft }
        }
    }

    private struct CaseRecord: Encodable {
        let kind = "case"
        let number: Int64
        let what: String
        let by: String
        let clan: ClanID
        let channel: ChannelID
        let message: MessageID
        let reason: String
        let at: Date
        let until: Date?
        let evidence: [Evidence]

        init(_ record: StoredCase) {
            number = record.number
            what = record.draft.kind
            by = record.author
            clan = record.draft.clan
            channel = record.draft.channel
            message = record.draft.message
            reason = record.draft.reason
            at = record.createdAt
            until = record.draft.until
            evidence = record.draft.evidence
        }
    }
}

extension Event {
    /// The message that the event creates or changes.
    fileprivate var content: Message? {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message
        default: nil
        }
    }
}

extension RuleStateRow.Key {
    /// Returns whether the name or the subject contains a user's id.
    fileprivate func names(_ user: UserID) -> Bool { subject.names(user) || name.names(user) }
}

extension String {
    /// Returns whether the text contains a user's id as a number.
    fileprivate func names(_ user: UserID) -> Bool {
        split { !($0.isASCII && $0.isNumber) }.contains { $0 == "\(user)" }
    }
}
