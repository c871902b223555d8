import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Searches messages.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find what was said, by its words.",
        discussion: """
            All words must be there; case and marks make no difference: 'cam on' finds 'Cảm ơn'. Words in quotes stand one after \
            another; 'hel*' finds what begins so. Edited and deleted messages are found by what they said, and shown as such. \
            Newest first. Works beside a running bot, which takes new messages in within seconds, and without one.
            """)

    @Argument(help: "What to look for; without words everything fits that the options let through.")
    var words: [String] = []

    @Option(help: "In this channel: its name in the configuration, its label, clan/#label, or its id.")
    var channel: String?

    @Option(help: "By this person: an id, or a name under which they wrote lately.")
    var user: String?

    @Option(help: ArgumentHelp("From then on: 7d ago, a day, or a moment.", valueName: "when"))
    var since: TimestampArgument?

    @Option(help: ArgumentHelp("Up to then.", valueName: "when"))
    var until: TimestampArgument?

    @Option(help: ArgumentHelp("The page before this entry of the journal: what the page after it names.", valueName: "entry"))
    var before: Int64?

    @Flag(help: "Those first that fit best, instead of the newest.")
    var best = false

    @Option(help: "So many at most.")
    var limit = 20

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object a message, and one at the end that says whether there are more.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number of messages from 1 to 1000") }
        guard !best || before == nil else { throw ValidationError("--before goes by time, and --best does not") }
        guard !best || !words.isEmpty else { throw ValidationError("--best needs words to go by") }
        guard !words.isEmpty || channel != nil || user != nil || since != nil || until != nil else {
            throw ValidationError("name a word to look for, or a --channel, --user, --since or --until")
        }
    }

    func run() async throws {
        let (wanted, listing) = try await data.reading { reader in
            (try await search(reader), SearchListing(labels: try await reader.places().labels, in: try await reader.timeZone()))
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
        if page.hits.isEmpty { print("Nothing was found.") }
        if page.hasMore { print(page.next.map { best ? "There are more." : "More: --before \($0)" } ?? "") }
    }

    private func search(_ reader: JournalReader) async throws -> Persistence.MessageSearch {
        let now = SystemTime().now
        var search = Persistence.MessageSearch()
        do {
            if !words.isEmpty { search.words = try SearchQuery(words) }
        } catch {
            throw CommandError(.usage, "\(error)")
        }
        if let channel { search.channels = [try await reader.channel(named: channel)] }
        if let user { search.author = try await reader.person(user) }
        search.since = since?.date(before: now)
        search.until = until?.date(before: now)
        search.before = before
        search.order = best ? .best : .newest
        search.limit = limit
        return search
    }
}

extension DataDirectoryOptions {
    /// The archive, updated from the journal unless a running application does so. Progress is shown if that takes long.
    func archive() async throws -> ArchiveReader {
        let last = try await reading { try await $0.lastSequence() }
        do {
            let seal = try seal()
            if let archive = try openArchive(seal), try await archive.progress() >= last { return archive }
            let meter = ProgressMeter(of: last)
            defer { meter.end() }
            do {
                try await OfflineStore.catchUpArchive(in: folder, seal: seal) { meter.advance(to: $0) }
            } catch StorageError.owned {
                let archive = try ArchiveReader(folder: folder, seal: seal)
                let missing = last - (try await archive.progress())
                if missing > 0 { printError("\(missing) entries cannot be found yet; the running bot is taking them in") }
                return archive
            }
            return try ArchiveReader(folder: folder, seal: seal)
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    /// Opens the archive. Returns nil if this build cannot read it with the store's key.
    private func openArchive(_ seal: ValueCipher?) throws -> ArchiveReader? {
        do {
            return try ArchiveReader(folder: folder, seal: seal)
        } catch let error as StorageError {
            switch error {
            case .missing, .olderSchema, .sealed, .plain, .wrongKey: return nil
            case .owned, .unusable, .newerSchema: throw error
            }
        }
    }
}
