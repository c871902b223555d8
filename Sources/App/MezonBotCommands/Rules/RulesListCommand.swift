import ArgumentParser
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Lists the revisions of the rules.
struct RulesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List rule revisions, newest first.",
        discussion: "Works with and without a running bot. Exit codes: 0 success, 1 failure.")

    @Flag(help: .jsonArray)
    var json = false

    @OptionGroup var data: DataDirectoryOptions

    private struct Revision: Encodable {
        var version: String
        var firstAt: Date
        var lastAt: Date
    }

    func run() async throws {
        let (revisions, zone) = try await data.reading { (try await $0.revisions(), try await $0.timeZone()) }
        guard !json else {
            return try printJSON(revisions.map { Revision(version: $0.version, firstAt: $0.firstAt, lastAt: $0.lastAt) })
        }
        for (index, revision) in revisions.enumerated() {
            printRow(
                "\(revision.version)  last loaded \(revision.lastAt.stamp(in: zone)), first \(revision.firstAt.stamp(in: zone))"
                    + (index == 0 ? "  (newest)" : ""))
        }
    }
}
