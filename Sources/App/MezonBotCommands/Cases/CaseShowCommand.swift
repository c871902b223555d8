import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Shows one case with its evidence.
struct CaseShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a case with its evidence.",
        discussion: """
            Cases are numbered per clan. If several clans have a case with this number, prefix the clan. \
            Exit codes: 0 success, 1 no such case.
            """)

    @Argument(help: ArgumentHelp("Case: '12', or 'lab/12' with its clan", valueName: "id"))
    var reference: CaseReference

    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    func run() async throws {
        let (incident, listing) = try await data.reading { reader in
            let incident = try await reader.incident(reference, in: scope.places(reader).scope)
            return (incident, CaseListing(try await reader.names(in: incident.measures), in: try await reader.timeZone()))
        }
        print(json ? try listing.json(incident) : listing.detail(incident))
    }
}
