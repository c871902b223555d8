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
        let entry = line.entry
        let time = entry.receivedAt.clock(in: zone)
        let marks = [entry.isLate ? "late" : nil, entry.isOwn ? "own" : nil].compactMap(\.self)
        var text = "#\(entry.sequence) \(time) \(label(entry.channel)) \(summary(entry))"
        if !marks.isEmpty { text += " [\(marks.joined(separator: ", "))]" }
        if line.trace == nil, !entry.isOwn { text += "\n    pending" }
        for step in line.trace?.steps ?? [] where showsMisses || !step.isIdle {
            text += "\n    \(step.who): \(step.what)" + (step.why.isEmpty ? "" : " (\(step.why.terminalLine))")
        }
        for delivery in line.deliveries { text += "\n    → \(delivery.outcome(in: zone))" }
        return text
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
