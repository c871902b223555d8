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
        /// The journal entries of the events.
        var sequences: [Int64] = []
        /// The actions after the last event.
        var lastActions: [ActionFields] = []
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
        return try await write(lines, in: FixtureDirectory(reader, knowing: people), keeping: keepsText ? .all : .none)
    }

    /// Records an entry with those before it in its channel.
    ///
    /// - Parameter count: The number of entries before it; of a long journal without so many, fewer.
    /// - Throws: Errors of the store; `FixtureError` if there is no such entry.
    package func record(entry sequence: Int64, before count: Int) async throws -> Recording {
        guard let line = try await reader.line(sequence) else {
            throw FixtureError.unreadable(file: "the journal", why: "it has no entry #\(sequence)")
        }
        let before = try await lines(before: sequence, count: count) { $0.entry.channel == line.entry.channel }
        let directory = try await directory(of: before + [line])
        return try await write(before + [line], in: directory, keeping: keepsText ? .all : .none)
    }

    /// Returns the last lines before an entry that match, in order.
    func lines(
        before sequence: Int64, count: Int, where isWanted: (JournalReader.Line) -> Bool
    ) async throws -> [JournalReader.Line] {
        var lines: [JournalReader.Line] = []
        var first = sequence
        let oldest = max(1, sequence - Self.maxEntriesBefore)
        while lines.count < count, first > oldest {
            let start = max(oldest - 1, first - 1 - 500)
            lines = try await reader.lines(after: start, limit: 500).filter { $0.entry.sequence < first && isWanted($0) } + lines
            first = start + 1
        }
        return Array(lines.suffix(count))
    }

    /// Reads the directory as of the last of some lines.
    func directory(of lines: [JournalReader.Line]) async throws -> FixtureDirectory {
        // Names in a text are recognized if the directory knows them or the entries mention them.
        let known = try await reader.names().all + lines.flatMap { $0.entry.event?.people ?? [] }
        return try await FixtureDirectory(
            reader, knowing: Set(known.map(Self.named)), through: lines.last?.entry.sequence)
    }

    /// Writes lines of the journal as a fixture.
    func write(
        _ lines: [JournalReader.Line], in directory: FixtureDirectory, keeping kept: KeptWords
    ) async throws -> Recording {
        var writer = FixtureWriter(lines, of: reader, plan.configuration.names, in: directory, keeping: kept)
        writer.collectObjects()
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
