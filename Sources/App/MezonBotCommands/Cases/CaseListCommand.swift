import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Lists the measures that rules took against users.
struct CaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List moderation cases.",
        discussion: "Newest cases come last. Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @OptionGroup var which: CaseOptions
    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Only cases in force: neither ended nor undone")
    var open = false

    @Option(help: ArgumentHelp("Number of newest cases to list", valueName: "count"))
    var limit = 50

    @Flag(help: .jsonLines)
    var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more") }
    }

    func run() async throws {
        let (incidents, listing) = try await data.reading { reader in
            let places = try await scope.places(reader)
            var filter = try await which.filter(reader, in: places)
            filter.isInForce = open
            filter.limit = limit
            let incidents = try await reader.incidents(filter, in: places.scope)
            let names = try await reader.names(in: incidents.flatMap(\.measures))
            return (incidents, CaseListing(names, in: try await reader.timeZone()))
        }
        if incidents.isEmpty, !json { print("No cases found.") }
        for incident in incidents {
            if json { print(try listing.json(incident)) } else { printRow(listing.line(incident)) }
        }
    }
}
