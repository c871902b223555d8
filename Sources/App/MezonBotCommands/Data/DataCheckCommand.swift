import ArgumentParser
import MezonBotApp
import Storage

/// Verifies the databases of a data directory.
struct DataCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Verify the databases of a data directory.",
        discussion: """
            Verifies pages, indexes, references, and the checksums of entries, turns and deliveries, whether or not the bot is running. \
            Nothing is changed. Exit codes: 0 sound, 1 damage or failure.
            """)

    @OptionGroup var data: DataFolderOption

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var isSound: Bool
        var files: [OfflineStore.FileCheck]
    }

    func run() async throws {
        let checks: [OfflineStore.FileCheck]
        do { checks = try await OfflineStore.check(data.folder) } catch let error as StorageError {
            throw CommandError(error)
        } catch {
            throw CommandError(.failed, StorageErrorDescription.words(for: error))
        }
        let isSound = checks.allSatisfy(\.findings.isEmpty)
        if json {
            try printJSON(Reply(isSound: isSound, files: checks))
        } else {
            for check in checks {
                print(check.findings.isEmpty ? "\(check.file) is sound." : "\(check.file) is damaged:")
                for finding in check.findings { print("  \(finding)") }
            }
        }
        guard isSound else {
            throw CommandError(
                .failed, "damage was found; the next start of the bot, or `mezon-bot data salvage`, saves what can be read")
        }
    }
}
