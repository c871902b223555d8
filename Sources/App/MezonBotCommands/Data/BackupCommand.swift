import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import ProgramBots
import Storage

/// Backs up a data directory to a file.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a data directory to one file.",
        discussion: """
            Copies the databases as of one moment, the attachments, and the configuration files without secrets, and verifies the result \
            before the file gets its name. Works with and without a running bot, which continues meanwhile. The file is a tar archive \
            with a manifest and checksums; an encrypted store stays encrypted, and the key is not part of the backup. The folder of the \
            file needs twice the space of the databases for the duration. \
            Exit codes: 0 success, 1 failure, 2 configuration errors.
            """)

    @Argument(help: "New file for the backup", completion: .file(extensions: ["tar"]))
    var file: String

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Flag(name: .customLong("no-config"), help: "Omit the configuration files; requires --data")
    var omitsConfiguration = false

    @Flag(help: "Replace an existing file")
    var force = false

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var file: String
        var bytes: Int64
        var manifest: BackupManifest
    }

    func run() async throws {
        let (folder, texts) = try source()
        let (file, force) = (file, force)
        do {
            let manifest = try await interruptible { flag in
                let meter = ProgressMeter()
                defer { meter.end() }
                return try StoreBackup(of: folder, configuration: texts, flag: flag).write(
                    to: file, isForced: force, at: SystemTime().now
                ) { meter.advance(to: $0, of: $1) }
            }
            try show(manifest)
        } catch let error as BackupError {
            throw CommandError(error)
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    /// The data directory and the configuration files to back up.
    private func source() throws -> (folder: String, texts: [String: String]) {
        if omitsConfiguration {
            guard let data else { throw CommandError(.usage, "--no-config requires --data") }
            return (data, [:])
        }
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: ProgramHost(), .omitted)
        guard let compiled else {
            printError(report)
            throw CommandError(
                .configuration, "the configuration has errors; correct them, or pass --no-config with --data to omit it")
        }
        return (data ?? compiled.configuration.store.path, compiled.files.texts)
    }

    private func show(_ manifest: BackupManifest) throws {
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64 ?? 0
        if json { return try printJSON(Reply(file: file, bytes: size, manifest: manifest)) }
        print("\(manifest.contents) backed up to \(file) (\(size) bytes) and verified.")
        if let line = manifest.keyLine { print(line) }
    }
}

extension BackupManifest {
    /// The contents of the backup as a phrase.
    var contents: String {
        "\(lastSequence) journal entries, \(blobs.count) attachments and \(configuration.count) configuration files"
    }

    /// A reminder of the keys that an encrypted store needs; nil for a plain one.
    var keyLine: String? {
        let keys = databases.first { $0.database == .bot }?.encryptionKeys ?? []
        guard !keys.isEmpty else { return nil }
        return "The data is encrypted with the key \(keys.joined(separator: ", ")), which the backup does not contain."
    }
}
