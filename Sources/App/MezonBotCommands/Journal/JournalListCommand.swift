import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Lists the entries of the journal and their outcomes.
struct JournalListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List journal entries and their outcomes.",
        discussion: "Newest entries come last. Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    @Option(help: ArgumentHelp("Number of entries to list", valueName: "count"))
    var limit = 20

    @Flag(help: "Follow new entries until Ctrl-C")
    var follow = false

    @Flag(help: "Include rules and bots that did not act")
    var misses = false

    @Flag(help: .jsonLines)
    var json = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must be 0 or more") }
    }

    func run() async throws {
        try await data.reading { reader in
            var day = ""
            let places = try await scope.places(reader)
            var position = try await start(reader, in: places)
            if let last = try await list(reader, after: position, in: places, &day) {
                position = last
            } else if !follow, limit > 0 {
                print(json ? "" : "The journal is empty.", terminator: json ? "" : "\n")
            }
            // The bot is another process and cannot signal this one, so its database is polled twice a second.
            let time = SystemTime()
            while follow, StandardOutput.hasReader {
                try await time.sleep(for: .milliseconds(500))
                if let last = try await list(reader, after: position, in: places, &day) { position = last }
            }
        }
    }

    private static let maxScanned: Int64 = 20_000  // Entries: most of them may belong to other clans.

    /// The sequence after which the newest visible entries begin.
    private func start(_ reader: JournalReader, in places: VisiblePlaces) async throws -> Int64 {
        let last = try await reader.lastSequence()
        guard !places.scope.isEverything else { return max(0, last - Int64(limit)) }
        var (bound, found) = (last, 0)
        while bound > 0, found < limit, last - bound < Self.maxScanned {
            let start = max(0, bound - 500)
            for entry in try await reader.entries(after: start, limit: 500).reversed()
            where entry.sequence <= bound && places.contains(entry) {
                found += 1
                if found == limit { return entry.sequence - 1 }
            }
            bound = start
        }
        return bound
    }

    /// Lists the visible entries after a sequence, with a date line before each day. Returns the sequence of the last one.
    private func list(
        _ reader: JournalReader, after sequence: Int64, in places: VisiblePlaces, _ day: inout String
    ) async throws -> Int64? {
        var last: Int64?
        let listing = JournalListing(
            labels: try await reader.channelNames().labels, in: try await reader.timeZone(), showsMisses: misses)
        while StandardOutput.hasReader {
            let lines = try await reader.lines(after: last ?? sequence, limit: 500)
            for line in lines.compactMap(places.visible) {
                if !json, listing.day(line) != day {
                    day = listing.day(line)
                    print("-- \(day)")
                }
                print(json ? try listing.json(line) : listing.human(line))
            }
            guard let newest = lines.last else { return last }
            last = newest.entry.sequence
        }
        return last
    }
}
