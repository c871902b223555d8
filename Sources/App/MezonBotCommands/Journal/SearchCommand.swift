import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Searches messages.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search messages.",
        discussion: """
            All words must occur; case and diacritics are ignored: 'cam on' finds 'Cảm ơn'. Quoted words form a phrase, 'hel*' matches a \
            prefix. Edited and deleted messages are found by their earlier texts and marked. Newest messages come first. Works with a \
            running bot, which indexes new messages within seconds, and without one. \
            Exit codes: 0 success, 1 failure, 64 invalid usage.
            """)

    @Argument(help: ArgumentHelp("Words to search for (default: all messages that match the options)", valueName: "word"))
    var words: [String] = []

    @Option(help: .channel("Channel to search"))
    var channel: String?

    @Option(help: ArgumentHelp("Author: a user id or a recent name", valueName: "user"))
    var user: String?

    @Option(help: .since)
    var since: TimestampArgument?

    @Option(help: .until)
    var until: TimestampArgument?

    @Option(help: ArgumentHelp("Journal entry that results precede; the previous page shows it", valueName: "entry"))
    var before: Int64?

    @Flag(help: "Sort by relevance instead of time")
    var byRelevance = false

    @Option(help: ArgumentHelp("Maximum number of messages", valueName: "count"))
    var limit = 20

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Print one JSON object per message and one for the page")
    var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be between 1 and 1000") }
        guard !byRelevance || before == nil else { throw ValidationError("--before cannot be combined with --by-relevance") }
        guard !byRelevance || !words.isEmpty else { throw ValidationError("--by-relevance needs words to search for") }
        guard !words.isEmpty || channel != nil || user != nil || since != nil || until != nil else {
            throw ValidationError("pass a word to search for, or --channel, --user, --since or --until")
        }
    }

    func run() async throws {
        let (wanted, listing) = try await data.reading { reader in
            (
                try await search(reader, in: scope.places(reader)),
                SearchListing(labels: try await reader.channelNames().labels, in: try await reader.timeZone())
            )
        }
        let archive = try await data.archive()
        let page: SearchPage
        do {
            page = try await archive.page(wanted)
        } catch let error as SearchError {
            throw CommandError(.usage, "\(error)")
        }
        if json {
            for hit in page.hits { print(try listing.json(hit)) }
            return print(try listing.json(endOf: page))
        }
        for hit in page.hits { print(listing.human(hit)) }
        if page.hits.isEmpty { print("No messages found.") }
        if page.hasMore { print(page.next.map { byRelevance ? "There are more results." : "More: --before \($0)" } ?? "") }
    }

    private func search(_ reader: JournalReader, in places: VisiblePlaces) async throws -> Storage.MessageSearch {
        let now = SystemTime().now
        var search = Storage.MessageSearch()
        do {
            if !words.isEmpty { search.words = try SearchQuery(words) }
        } catch {
            throw CommandError(.usage, "\(error)")
        }
        if let channel { search.channels = [try await reader.channel(named: channel, in: places)] }
        if !places.scope.isEverything {
            let visible = try await reader.channels().map(\.id).filter(places.contains)
            search.channels = search.channels?.intersection(visible) ?? Set(visible)
        }
        if let user { search.author = try await reader.user(named: user, in: places.scope) }
        search.since = since?.date(before: now)
        search.until = until?.date(before: now)
        search.before = before
        search.order = byRelevance ? .best : .newest
        search.limit = limit
        return search
    }
}

extension DataDirectoryOptions {
    /// The archive, updated from the journal unless a running application does so. Progress is shown if that takes long.
    func archive() async throws -> ArchiveReader {
        let last = try await reading { try await $0.lastSequence() }
        do {
            let cipher = try cipher()
            if let archive = try openArchive(cipher), try await archive.progress() >= last { return archive }
            let meter = ProgressMeter(of: last)
            defer { meter.end() }
            do {
                try await OfflineStore.catchUpArchive(in: folder, cipher: cipher) { meter.advance(to: $0) }
            } catch StorageError.owned {
                let archive = try ArchiveReader(folder: folder, cipher: cipher)
                let missing = last - (try await archive.progress())
                if missing > 0 { printError("\(missing) entries are not indexed yet; the running bot is indexing them") }
                return archive
            }
            return try ArchiveReader(folder: folder, cipher: cipher)
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    /// Opens the archive. Returns nil if it is damaged, or if this build cannot read it with the store's key.
    private func openArchive(_ cipher: ValueCipher?) throws -> ArchiveReader? {
        do {
            return try ArchiveReader(folder: folder, cipher: cipher)
        } catch let error as StorageError {
            switch error {
            case .missing, .damaged, .olderSchema, .sealed, .plain, .wrongKey: return nil
            case .owned, .unusable, .newerSchema, .checkpointDeleted, .server, .onServer, .inFile: throw error
            }
        }
    }
}
