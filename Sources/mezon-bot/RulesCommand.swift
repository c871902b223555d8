import ArgumentParser
import MezonBot
import Moderation
import Persistence

/// Lists, shows, compares and restores rule revisions.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List, show and compare the editions of the rules, and go back to one.",
        subcommands: [List.self, Show.self, Diff.self, Rollback.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the editions that ever decided, newest first.")
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let (editions, zone) = try await data.reading { (try await $0.editions(), try await $0.timeZone()) }
            for (index, edition) in editions.enumerated() {
                print(
                    "\(edition.version)  last taken over \(edition.lastAt.stamp(in: zone)), first \(edition.firstAt.stamp(in: zone))"
                        + (index == 0 ? "  (the newest)" : ""))
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the files of an edition.")
        @Argument(help: "The beginning of its name; otherwise the newest.")
        var version = ""
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let edition = try await data.edition(version)
            guard let files = RevisionFiles(json: edition.files) else {
                throw CommandError(.failed, "this build cannot read edition \(edition.version) any more")
            }
            for (file, text) in files.texts.sorted(by: { $0.key < $1.key }) {
                print("# \(file) of edition \(edition.version)")
                print(text)
            }
        }
    }

    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare two editions.",
            discussion: "Without names: the newest with the one before; with one name: that with the newest.")
        @Argument(help: "The beginning of the older one's name.")
        var old: String?
        @Argument(help: "The beginning of the newer one's name.")
        var new: String?
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            let newer = try await data.edition(new ?? "")
            let older: RuleRevision
            if let old {
                older = try await data.edition(old)
            } else {
                let others = try await data.reading { try await $0.editions() }.filter { $0.version != newer.version }
                guard let first = others.first else { throw CommandError(.failed, "there is only one edition: \(newer.version)") }
                older = first
            }
            guard let from = RevisionFiles(json: older.files), let to = RevisionFiles(json: newer.files) else {
                throw CommandError(.failed, "this build cannot read both editions any more")
            }
            let lines = RevisionDiff(from: from, to: to).lines
            print("# \(older.version) → \(newer.version)" + (lines.isEmpty ? ": the same" : ""))
            for line in lines { print(line) }
        }
    }

    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put an edition of former days in force in the running bot.",
            discussion: "The files on disk stay as they are: their next change, or a restart, takes them over again.")
        @Argument(help: "The beginning of its name; otherwise the one before.")
        var version: String?
        @OptionGroup var data: DataDirectoryOptions

        func run() async throws {
            print(try data.ask(.rollBack(version: version)).lines.joined(separator: "\n"))
        }
    }
}

extension DataDirectoryOptions {
    /// The revision with an id prefix; the newest for an empty prefix.
    fileprivate func edition(_ version: String) async throws -> RuleRevision {
        let found = try await reading { try await $0.editions() }.filter { $0.version.hasPrefix(version) }
        guard let edition = found.first else {
            throw CommandError(.failed, "there is no edition '\(version)'; see `mezon-bot rules list`")
        }
        guard version.isEmpty || found.count == 1 else {
            throw CommandError(.failed, "'\(version)' begins the names of several editions")
        }
        return edition
    }
}
