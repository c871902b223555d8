import ArgumentParser
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Lists, exports and imports the journal.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "List what came in and what it came to; write it down for another folder, and take it in there.",
        subcommands: [List.self, Export.self, Import.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what came in and what it came to (the default).",
            discussion: "Works beside a running bot and without one. Newest entries last.")

        @OptionGroup var data: DataDirectoryOptions

        @Option(help: "How many of the newest entries to list.")
        var limit = 20

        @Flag(help: "Go on listing as entries arrive; end with Ctrl-C.")
        var follow = false

        @Flag(help: "List rules and bots that looked and had nothing to do, too.")
        var misses = false

        @Flag(help: "One JSON object a line.")
        var json = false

        func validate() throws {
            guard limit >= 0 else { throw ValidationError("--limit is a number of entries, 0 or more") }
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
                labels: try await reader.places().labels, in: try await reader.timeZone(), showsMisses: misses)
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
}
