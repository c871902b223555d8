import BotKit
package import ChatModel
import EventProcessing
package import Foundation
import Moderation
package import Storage

/// A journal entry and its outcome, as text for users or as a JSON object for scripts.
package struct JournalListing: Sendable {
    private let labels: [ChannelID: String]
    private let showsMisses: Bool
    private let zone: TimeZone

    /// - Parameters:
    ///   - zone: The time zone of displayed times.
    ///   - showsMisses: Whether the text lists handlers that evaluated an entry without acting.
    package init(labels: [ChannelID: String], in zone: TimeZone, showsMisses: Bool = false) {
        self.labels = labels
        self.zone = zone
        self.showsMisses = showsMisses
    }

    /// One line, for example `#12 10:21:03 general  guest: hello there`, followed by indented lines for its trace and deliveries.
    package func human(_ line: JournalReader.Line) -> String {
        let row = row(line)
        var text = "#\(row.sequence) \(row.time) \(row.channel) \(row.summary)"
        if !row.marks.isEmpty { text += " [\(row.marks.joined(separator: ", "))]" }
        if row.isPending { text += "\n    pending" }
        for step in row.steps { text += "\n    \(step.who): \(step.what)" + (step.why.isEmpty ? "" : " (\(step.why))") }
        for delivery in row.deliveries { text += "\n    → \(delivery)" }
        return text
    }

    /// The parts of `human(_:)`.
    package func row(_ line: JournalReader.Line) -> Row {
        let entry = line.entry
        return Row(
            sequence: entry.sequence, day: day(line), time: entry.receivedAt.clock(in: zone), kind: entry.kind,
            channel: label(entry.channel), summary: summary(entry),
            marks: [entry.isLate ? "late" : nil, entry.isOwn ? "own" : nil].compactMap(\.self),
            isPending: line.trace == nil && !entry.isOwn,
            steps: (line.trace?.steps ?? []).filter { showsMisses || !$0.isIdle }.map {
                .init(who: $0.who, what: $0.what, why: $0.why.terminalLine)
            },
            deliveries: line.deliveries.map { $0.outcome(in: zone) })
    }

    /// An entry with its outcome, in the words of the terminal.
    package struct Row: Sendable, Hashable {
        package struct Step: Sendable, Hashable {
            package var who: String
            package var what: String
            package var why: String
        }

        package var sequence: Int64
        package var day: String
        /// The time of day at which the entry was received.
        package var time: String
        package var kind: String
        /// The label of the channel.
        package var channel: String
        package var summary: String
        /// `late` and `own`, where they apply.
        package var marks: [String]
        package var isPending: Bool
        package var steps: [Step]
        /// The outcomes of the deliveries.
        package var deliveries: [String]
    }

    /// The day on which the entry was received, for example `2026-01-07`.
    package func day(_ line: JournalReader.Line) -> String { String(line.entry.receivedAt.stamp(in: zone).prefix(10)) }

    package func json(_ line: JournalReader.Line) throws -> String {
        try JSONText.text(Object(line))
    }

    private func label(_ channel: ChannelID) -> String {
        channel.isNone ? "-" : labels[channel].flatMap { $0.isEmpty ? nil : $0.terminalLine } ?? "\(channel)"
    }

    private func summary(_ entry: Entry) -> String {
        switch entry.event {
        case .message(let message): "\(message.author.name.terminalLine): \(message.text.terminalLine)"
        case .edit(let message): "\(message.author.name.terminalLine) edited \(message.id): \(message.text.terminalLine)"
        case .systemMessage(let message): "\(entry.kind) \(message.author.name.terminalLine): \(message.text.terminalLine)"
        case .delete(let removal): "deleted \(removal.message)"
        case .reaction(let reaction):
            "\(reaction.senderName.terminalLine) \(reaction.isRemoval ? "removed" : "added") \(reaction.emoji.terminalLine) on \(reaction.message)"
        case .system(let event): event.requester.map { "\(entry.kind) by \($0.terminalLine)" } ?? entry.kind
        case .some, nil: entry.kind
        }
    }

    private struct Object: Encodable {
        struct Sent: Encodable {
            let id: Int64
            let author: String
            let ordinal: Int
            let destination: ChannelID
            let status: String
            let attempts: Int
            let message: MessageID
            let reason: String?
        }

        let sequence: Int64
        let receivedAt: String
        let kind: String
        let clan: ClanID
        let channel: ChannelID
        let message: MessageID
        let author: UserID?
        /// The name of who asked for a change: `command`, `console`, `assistant:claude` or a moderator's.
        let requester: String?
        let text: String?
        let isLate: Bool
        let isOwn: Bool
        /// The trace; null while the entry waits for its turn, and for the bot's own messages, which get none.
        let trace: [Trace.Step]?
        let deliveries: [Sent]

        init(_ line: JournalReader.Line) {
            let entry = line.entry
            sequence = entry.sequence
            receivedAt = entry.receivedAt.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)) + "Z"
            kind = entry.kind
            clan = entry.clan
            channel = entry.channel
            message = entry.message
            let event = entry.event
            author = event?.actor
            if case .system(let change) = event { requester = change.requester } else { requester = nil }
            switch event {
            case .message(let message), .edit(let message), .systemMessage(let message): text = message.text
            default: text = nil
            }
            isLate = entry.isLate
            isOwn = entry.isOwn
            trace = line.trace?.steps
            deliveries = line.deliveries.map { delivery in
                Sent(
                    id: delivery.id, author: delivery.author, ordinal: delivery.ordinal, destination: delivery.destination,
                    status: "\(delivery.status)", attempts: delivery.attempts, message: delivery.message, reason: delivery.reason)
            }
        }
    }
}

extension Trace.Step {
    /// A Boolean value that indicates whether the handler did not act.
    fileprivate var isIdle: Bool { what == Trace.miss || what == Trace.skip && why == Verdict.noCommand }
}
