import BotConfiguration
package import ChatModel
import EventProcessing
package import Foundation
package import MezonBotApp
import MezonProtocol
package import Storage

/// A recorder that writes a fixture from a journal, with pseudonyms in place of users.
///
/// The expectations are the actions of bots and rules for the events as written: replaced text is evaluated as it is in the
/// fixture, and bots start without the state from before the recording.
package struct FixtureRecorder {
    package struct Recording: Sendable {
        package var text = ""
        package var events = 0
        /// The number of omitted events by reason.
        package var leftOut: [String: Int] = [:]
        /// The numbers of the events whose actions differ from those in the journal.
        package var differing: [Int] = []
    }

    private static let maxEntries = 200_000
    /// The entries before one that are looked through for those of its channel.
    private static let maxEntriesBefore: Int64 = 5_000

    private let reader: JournalReader
    private let plan: CompiledConfiguration
    private let keepsText: Bool

    package init(_ reader: JournalReader, _ plan: CompiledConfiguration, keepsText: Bool) {
        self.reader = reader
        self.plan = plan
        self.keepsText = keepsText
    }

    /// Records a fixture.
    ///
    /// - Parameters:
    ///   - since: The start; nil for the beginning of the journal.
    ///   - channel: The channel; nil for all.
    /// - Throws: Errors of the store; `FixtureError` for more events than a fixture should have.
    package func record(since: Date?, channel: ChannelID?) async throws -> Recording {
        let (lines, people) = try await lines(since: since, channel: channel)
        return try await write(lines, people)
    }

    /// Records an entry with those before it in its channel.
    ///
    /// - Parameter count: The number of entries before it; of a long journal without so many, fewer.
    /// - Throws: Errors of the store; `FixtureError` if there is no such entry.
    package func record(entry sequence: Int64, before count: Int) async throws -> Recording {
        guard let line = try await reader.line(sequence) else {
            throw FixtureError.unreadable(file: "the journal", why: "it has no entry #\(sequence)")
        }
        var lines = [line]
        var first = sequence
        let oldest = max(1, sequence - Self.maxEntriesBefore)
        while lines.count <= count, first > oldest {
            let start = max(oldest - 1, first - 1 - 500)
            let page = try await reader.lines(after: start, limit: 500).filter {
                $0.entry.sequence < first && $0.entry.channel == line.entry.channel
            }
            lines = page + lines
            first = start + 1
        }
        // Names in a text are recognized if the directory knows them or the entries mention them.
        let known = try await reader.names().all + lines.flatMap { $0.entry.event?.people ?? [] }
        return try await write(Array(lines.suffix(count + 1)), Set(known.map(Self.named)))
    }

    private func write(_ lines: [JournalReader.Line], _ people: Set<Author>) async throws -> Recording {
        let members = try await reader.members()
        let (clans, channels) = (try await reader.clans(), try await reader.channels())
        var writer = FixtureWriter(lines, of: reader, plan.configuration.names, keepsText: keepsText)
        writer.collectObjects(members, clans, channels, knowing: people)
        return try await writer.write(plan)
    }

    /// The names of a user without the id, so that the same names count once.
    private static func named(_ author: Author) -> Author {
        Author(id: 0, username: author.username, displayName: author.displayName, clanNick: author.clanNick)
    }

    /// Returns the selected lines, and all users named anywhere in the journal: any of them may be mentioned in a text.
    private func lines(since: Date?, channel: ChannelID?) async throws -> ([JournalReader.Line], people: Set<Author>) {
        var lines: [JournalReader.Line] = []
        var people: Set<Author> = []
        let start = if let since { try await reader.neighbours(of: since).before?.sequence ?? 0 } else { Int64(0) }
        var position: Int64 = 0
        while true {
            let page = try await reader.lines(after: position, limit: 1000)
            guard let last = page.last else { return (lines, people) }
            position = last.entry.sequence
            people.formUnion(page.flatMap { $0.entry.event?.people ?? [] }.map(Self.named))
            lines += page.filter {
                $0.entry.sequence > start && (channel == nil || $0.entry.channel == channel || $0.entry.channel.isNone)
            }
            guard lines.count <= Self.maxEntries else {
                throw FixtureError.unreadable(
                    file: "the journal", why: "more than \(Self.maxEntries) entries; limit the time or the channel")
            }
        }
    }
}
