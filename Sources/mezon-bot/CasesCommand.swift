import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Options that select cases.
struct CaseOptions: ParsableArguments {
    @Option(help: "Of this person: an id, or a name under which they wrote lately.")
    var user: String?

    @Option(help: "In this clan: a name, an id, or 'direct' for direct conversations.")
    var clan: String?

    @Option(help: "By this rule.")
    var rule: String?

    @Option(help: ArgumentHelp("Of so long ago at most: 30m, 1h, 7d.", valueName: "age"))
    var since: DurationArgument?

    /// - Throws: `CommandError` for a name that is unknown or ambiguous, and for a rule that never existed.
    func filter(_ reader: JournalReader) async throws -> CaseFilter {
        var filter = CaseFilter()
        // Other authors than rules have cases too; they are given in full, as the list shows them.
        if let rule, !rule.contains(":"), let unknown = try await reader.whyUnknown(rule: rule) {
            throw CommandError(.failed, unknown)
        }
        filter.author = rule.map { $0.contains(":") ? $0 : "rule:\($0)" }
        filter.since = since?.before(SystemTime().now)
        if let user { filter.user = try await reader.person(user) }
        if let clan { filter.clan = try await reader.clan(clan) }
        return filter
    }
}

/// Lists the measures that rules took against users.
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
        let (incidents, listing) = try await data.reading { reader in
            var filter = try await which.filter(reader)
            filter.isInForce = open
            filter.limit = limit
            let incidents = try await reader.incidents(filter)
            let names = try await reader.names(in: incidents.flatMap(\.measures))
            return (incidents, CaseListing(names, in: try await reader.timeZone()))
        }
        if incidents.isEmpty, !json { print("There are no such cases.") }
        for incident in incidents { print(json ? try listing.json(incident) : listing.line(incident)) }
    }
}

/// Shows one case with its evidence.
struct CaseShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case",
        abstract: "Show what was done to somebody, on what evidence, and how it stands.",
        discussion: "Cases are numbered in each clan by itself: a number that several clans have needs the clan before it.")

    @Argument(help: ArgumentHelp("The case: '12', or 'lab/12' with its clan.", valueName: "case"))
    var reference: CaseReference

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let (incident, listing) = try await data.reading { reader in
            let incident = try await reader.incident(reference)
            return (incident, CaseListing(try await reader.names(in: incident.measures), in: try await reader.timeZone()))
        }
        print(json ? try listing.json(incident) : listing.detail(incident))
    }
}

extension CaseReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
