import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Restores a backup to a data directory.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup to a data directory.",
        discussion: """
            Verifies the file completely before anything changes. The directory has to be new or empty; with --force, its contents are \
            moved to a folder inside it and never deleted. The bot must not be running. The configuration files are restored to the folder \
            'configuration' of the data directory, without secrets. \
            Exit codes: 0 success, 1 failure or an invalid backup, 75 data directory in use.
            """)

    @Argument(help: "Backup file", completion: .file(extensions: ["tar"]))
    var file: String

    @OptionGroup var data: DataFolderOption

    @Flag(help: "Move the contents of a directory that is not empty aside")
    var force = false

    @Flag(name: .customLong("dry-run"), help: "Verify the file and restore nothing; also beside a running bot")
    var isDryRun = false

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var isRestored: Bool
        var manifest: BackupManifest
        var replaced: String?
        var configuration: String?
    }

    func run() async throws {
        let (file, folder, force) = (file, data.folder, force)
        let suffix = SystemTime().now.compactStamp
        do {
            if isDryRun {
                let manifest = try await interruptible { flag in
                    let meter = ProgressMeter()
                    defer { meter.end() }
                    return try BackupReader(file).verify(flag: flag) { meter.advance(to: $0, of: $1) }
                }
                return try show(Reply(isRestored: false, manifest: manifest))
            }
            let report = try await interruptible { flag in
                let meter = ProgressMeter()
                defer { meter.end() }
                return try StoreRestore(file, to: folder, flag: flag).run(isForced: force, suffix: suffix) {
                    meter.advance(to: $0, of: $1)
                }
            }
            try show(
                Reply(
                    isRestored: true, manifest: report.manifest, replaced: report.replaced, configuration: report.configuration))
        } catch let error as BackupError {
            throw CommandError(error)
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    private func show(_ reply: Reply) throws {
        if json { return try printJSON(reply) }
        let manifest = reply.manifest
        let made = manifest.createdAt.formatted(.iso8601)
        guard reply.isRestored else {
            return print("\(file) is intact: \(manifest.contents) of \(made). Nothing was restored.")
        }
        print("\(manifest.contents) of \(made) restored to \(data.folder).")
        if let replaced = reply.replaced { print("The former contents are in \(replaced); delete it once the bot works.") }
        if let configuration = reply.configuration { print("The configuration files are in \(configuration), without secrets.") }
        if let line = manifest.keyLine { print(line) }
    }
}
