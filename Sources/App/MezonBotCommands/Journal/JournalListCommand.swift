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
            var position = max(0, try await reader.lastSequence() - Int64(limit))
            if let last = try await list(reader, after: position, &day) {
                position = last
            } else if !follow {
                print(json ? "" : "The journal is empty.", terminator: json ? "" : "\n")
            }
            // The bot is another process and cannot signal this one, so its database is polled twice a second.
            let time = SystemTime()
            while follow, StandardOutput.hasReader {
                try await time.sleep(for: .milliseconds(500))
                if let last = try await list(reader, after: position, &day) { position = last }
            }
        }
    }

    /// Lists the entries after a sequence, with a date line before each day. Returns the sequence of the last one.
    private func list(_ reader: JournalReader, after sequence: Int64, _ day: inout String) async throws -> Int64? {
        var last: Int64?
        let listing = JournalListing(
            labels: try await reader.channelNames().labels, in: try await reader.timeZone(), showsMisses: misses)
        while StandardOutput.hasReader {
            let lines = try await reader.lines(after: last ?? sequence, limit: 500)
            for line in lines {
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
