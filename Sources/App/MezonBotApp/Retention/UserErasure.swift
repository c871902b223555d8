import BotKit
package import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
package import Storage

/// Erases the stored data of a user: messages, names and bot state.
///
/// Ids, times, order and measures are kept, because rules and moderators need them. The erasure can be repeated and runs beside the
/// application, a few rows at a time.
package struct UserErasure: Sendable {
    /// Changes the state of a bot outside of its handlers.
    package typealias BotChange = @Sendable (_ bot: String, _ change: @Sendable () async throws -> [String]) async throws -> Void

    private let store: Store
    private let archive: Archive
    private let time: any TimeSource
    private let changeBot: BotChange

    package init(store: Store, archive: Archive, time: any TimeSource, changeBot: @escaping BotChange) {
        self.store = store
        self.archive = archive
        self.time = time
        self.changeBot = changeBot
    }

    /// - Parameter progress: Receives the number of the last entry processed.
    package func erase(_ user: UserID, progress: (Int64) -> Void = { _ in }) async throws -> ErasureReport {
        let last = try await store.reader.lastSequence()
        let traces = try await UserEntryIndex(of: user, in: store.reader, through: last, progress: progress)
        let person = ErasedUser(user, names: traces.names.union(store.directory.names(of: user)))
        var report = ErasureReport(user: user, entries: traces.own.count)
        for batch in traces.own.batches { try await empty(batch, person) }
        for batch in traces.deletions.batches { try await empty(batch, person) }
        for batch in traces.answers.batches { try await empty(batch, person) }
        for batch in traces.named.batches { report.named += try await removeNames(from: batch, person) }
        let (deliveries, messages) = try await emptyDeliveries(about: person)
        report.deliveries = deliveries
        for batch in try await store.reader.ownEntries(of: messages).batches { try await empty(batch, person) }
        try await rewriteColumns(person)
        try await store.directory.forgetNames(of: user)
        report.states = try await forgetStates(of: person)
        report.mentioningStates = try await store.reader.botStates { _ in true }.count { $0.value?.contains("\(user)") ?? false }
        report.jobs = try await store.jobs.cancelAll(of: person.id, at: time.now)
        report.cases = try await emptyEvidence(of: person)
        try await archive.purge()
        report.isLogEmpty = try await store.redactions.truncateLog()
        return report
    }

    /// Redacts the user's entries and the bot's answers to them.
    private func empty(_ sequences: ArraySlice<Int64>, _ person: ErasedUser) async throws {
        var emptyings: [Redaction] = []
        for sequence in sequences {
            guard let entry = try await store.journal.entry(sequence) else { continue }
            let bare = FrameRedactor.redacted(entry.frame)
            let frame = FrameRedactor.without(person, in: bare) ?? bare
            let payloads = try await store.reader.deliveries(causedBy: sequence).map { ($0.id, $0.emptiedPayload) }
            emptyings.append(
                Redaction(
                    sequence, frame: frame, payloads: Dictionary(payloads, uniquingKeysWith: { $1 }), clearsBotRecords: true,
                    reason: .erased))
        }
        try await store.redactions.redact(emptyings)
        try await archive.rewrite(emptyings.map(\.sequence)) { _ in nil }
    }

    /// Removes the user from entries of others that quote, mention or name them. Returns the number of changed entries.
    private func removeNames(from sequences: ArraySlice<Int64>, _ person: ErasedUser) async throws -> Int {
        var emptyings: [Redaction] = []
        for sequence in sequences {
            guard let entry = try await store.journal.entry(sequence), let frame = FrameRedactor.without(person, in: entry.frame)
            else {
                continue
            }
            emptyings.append(Redaction(sequence, frame: frame, clearsBotRecords: true, reason: .erased))
        }
        try await store.redactions.redact(emptyings)
        try await archive.rewrite(emptyings.map(\.sequence)) { person.without($0) }
        return emptyings.count
    }

    /// Redacts requests about the user that others caused. Returns their number and the messages sent.
    private func emptyDeliveries(about person: ErasedUser) async throws -> (Int, Set<MessageID>) {
        var position: Int64 = 0
        var count = 0
        var messages: Set<MessageID> = []
        while true {
            let deliveries = try await store.reader.deliveries(after: position, limit: 200)
            guard let last = deliveries.last else { return (count, messages) }
            position = last.id
            let concerned = deliveries.filter { delivery in
                guard let outgoing = delivery.outgoing, delivery.payload != delivery.emptiedPayload else { return false }
                return outgoing.concerns(person.id) || outgoing.texts.contains { person.without($0) != $0 }
            }
            count += concerned.count
            messages.formUnion(concerned.map(\.message))
            // The entry itself is another user's, and its text remains.
            try await store.redactions.redact(
                concerned.map { Redaction($0.cause, payloads: [$0.id: $0.emptiedPayload], reason: .trace) })
        }
    }

    private func rewriteColumns(_ person: ErasedUser) async throws {
        let words = ["\(person.id)"] + person.names
        for column in TextColumn.allCases {
            switch column {
            // The user's part of a bot's reads cannot be told from the rest.
            case .reads, .writes:
                try await store.redactions.rewrite(
                    column, containing: ["\"\(person.id)\"", "/\(person.id)\"", ":\(person.id)\""]
                ) { _ in
                    "[]"
                }
            case .channelLabel: continue
            default: try await store.redactions.rewrite(column, containing: words) { person.without(json: $0) }
            }
        }
        _ = try await store.state.rewriteRuleState(containing: words) { person.without(json: $0) }
        if let conversation = store.directory.conversation(with: person.id) {
            var channel = conversation
            channel.label = ""
            try await store.directory.remember(clans: [], channels: [channel])
        }
    }

    /// Deletes the user's own bot state and removes their names from the state of others.
    private func forgetStates(of person: ErasedUser) async throws -> Int {
        var count = 0
        let conversations = try await store.reader.conversations(with: person.id)
        let all = try await store.reader.botStates { _ in true }
        for (bot, rows) in Dictionary(grouping: all, by: \.bot).sorted(by: { $0.key < $1.key }) {
            let isTouched = rows.contains { row in
                row.isOf(person.id, in: conversations) || row.value.map { person.without(json: $0) != $0 } == true
            }
            guard isTouched else { continue }
            count += rows.count { $0.isOf(person.id, in: conversations) }
            try await changeBot(bot) { [store] in
                let changed = try await store.state.botStates(of: bot).compactMap { row -> BotStateRow? in
                    var row = row
                    let old = row.value
                    row.value = row.isOf(person.id, in: conversations) ? nil : old.map { person.without(json: $0) }
                    return row.value == old ? nil : row
                }
                try await store.state.write(changed)
                return changed.filter { $0.value == nil }.map(\.key)
            }
        }
        return count
    }

    /// Removes the user's messages from the evidence of cases. The cases themselves are kept: action, time and rule.
    private func emptyEvidence(of person: ErasedUser) async throws -> Int {
        try await store.redactions.rewrite(.evidence, containing: ["\"\(person.id)\""]) { text in
            Evidence.emptied(text) { $0.author == person.id }
        }
    }
}

extension BotStateRow {
    /// Returns whether the value belongs to one user: keys such as `user:101` or `member:301/101`, a dialogue, or the application's
    /// own state for them.
    ///
    /// - Parameter conversations: The user's direct conversations, whose values have keys such as `clan:0/501` or `channel:501`.
    func isOf(_ user: UserID, in conversations: Set<ChannelID>) -> Bool {
        if key.hasSuffix("user:\(user)") { return true }
        if conversations.contains(where: { key.hasSuffix("clan:0/\($0)") || key.hasSuffix("channel:\($0)") }) { return true }
        return key.hasSuffix("/\(user)") && (key.contains("member:") || key.hasPrefix("~dialogues/"))
    }
}

extension Delivery {
    var outgoing: ResolvedAction? { try? ResolvedActionCodec.outgoing(payload) }

    /// The remaining payload of the request; empty if it cannot be decoded or encoded.
    var emptiedPayload: [UInt8] { ResolvedActionCodec.withoutTexts(payload) }
}

extension Evidence {
    /// Returns stored evidence without the texts of some items.
    static func emptied(_ text: String, where isMeant: (Evidence) -> Bool) -> String {
        guard var evidence = try? JSONDecoder().decode([Evidence].self, from: Data(text.utf8)) else { return "[]" }
        for index in evidence.indices where isMeant(evidence[index]) {
            evidence[index].text = ""
            evidence[index].attachments = []
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(evidence), as: UTF8.self)
        } catch {
            preconditionFailure("ids, texts and finite dates can always be written as JSON: \(error)")
        }
    }
}

extension [Int64] {
    /// Slices of a size that one commit handles in a few milliseconds.
    fileprivate var batches: [ArraySlice<Int64>] {
        stride(from: 0, to: count, by: 50).map { self[$0..<Swift.min($0 + 50, count)] }
    }
}

extension ResolvedAction {
    /// The texts that may name or quote somebody: of a message, or of the body and the note of a web request.
    fileprivate var texts: [String] {
        guard case .web(let addressed) = request else { return [draft?.content.text].compactMap { $0 } }
        let body = addressed.request.body.map { String(decoding: $0.bytes, as: UTF8.self) }
        return [body, try? JSONText.text(addressed.request.note)].compactMap { $0 }
    }
}
