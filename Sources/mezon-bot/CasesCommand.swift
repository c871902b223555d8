import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Which cases a command is about.
struct CaseOptions: ParsableArguments {
    @Option(help: "Of this person: an id, or a name under which they wrote lately.")
    var user: String?

    @Option(help: "By this rule.")
    var rule: String?

    @Option(help: ArgumentHelp("Of so long ago at most: 30m, 1h, 7d.", valueName: "age"))
    var since: DurationArgument?

    /// - Throws: `CommandError` for a name that nobody, or more than one, has, and for a rule that there never was.
    func filter(_ reader: JournalReader) async throws -> CaseFilter {
        var filter = CaseFilter()
        // Others than rules have cases too: they are named whole, as the list shows them.
        if let rule, !rule.contains(":"), let unknown = try await reader.whyUnknown(rule: rule) {
            throw CommandError(.failed, unknown)
        }
        filter.author = rule.map { $0.contains(":") ? $0 : "rule:\($0)" }
        filter.since = since?.before(SystemTime().now)
        if let user { filter.user = try await reader.person(user) }
        return filter
    }
}

/// Lists what the rules did to people.
struct CasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "List what the rules did to people.", discussion: "Works beside a running bot and without one. Newest last.")

    @OptionGroup var which: CaseOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Only those in force: neither over nor taken back, with an end to wait for or something to take back.")
    var open = false

    @Option(help: "The newest so many.")
    var limit = 50

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is a number of cases, 1 or more") }
    }

    func run() async throws {
        let (cases, names, zone) = try await data.reading { reader in
            var filter = try await which.filter(reader)
            filter.isInForce = open
            filter.limit = limit
            let cases = try await reader.cases(filter)
            return (cases, json ? CaseNameResolver() : try await reader.names(in: cases), try await reader.timeZone())
        }
        if cases.isEmpty, !json { print("There are no such cases.") }
        let listing = CaseListing(names, in: zone)
        for record in cases { print(json ? try CaseListing.json(record) : listing.line(record)) }
    }
}

/// Shows one case with its evidence.
struct CaseShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case",
        abstract: "Show what was done to somebody, on what evidence, and how it stands.")

    @Argument(help: "The case's number.")
    var number: Int64

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let (cases, names, zone) = try await data.reading { reader in
            var filter = CaseFilter()
            filter.ids = [number]
            let cases = try await reader.cases(filter)
            return (cases, try await reader.names(in: cases), try await reader.timeZone())
        }
        guard let record = cases.first else { throw CommandError(.failed, "there is no case \(number)") }
        print(json ? try CaseListing.json(record) : CaseListing(names, in: zone).detail(record))
    }
}
