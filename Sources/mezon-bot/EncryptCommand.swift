import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Persistence

/// Encrypts or decrypts a store.
struct EncryptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal", abstract: "Seal what a store holds, seal it with a new key, or open it for good.",
        discussion: """
            By the configuration's store.seal: a plain store is sealed with its key, one that is sealed with a key under 'previous' is \
            sealed anew, and then needs that one no more. The bot must not run. The new file takes the place of the old one once it \
            is whole, so nothing is lost if this is broken off; it needs as much room again. What was plain may still stand in what \
            the disk has freed, and in copies. Sealed are texts, names, frames, files, and what bots and rules remember; ids, times, \
            and the names of rules and bots stay as they are.
            """)

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Where data is.", discussion: "Otherwise where the configuration's store.path says."))
    var data: String?

    @Flag(help: "Open it for good, so that it needs no key.")
    var off = false

    @Option(
        help: ArgumentHelp("The key of a store that was sealed with another than the configuration names.", valueName: "file"))
    var sealKey: String?

    func run() async throws {
        let plan = try CompiledConfiguration.checked(config)
        let folder = data ?? plan.configuration.store.path
        guard off || plan.seal != nil else {
            throw CommandError(
                .configuration,
                "the configuration names no key: write store: { seal: { key: \"${file:seal.key}\" } }, or add --off")
        }
        do {
            let now = try opening(folder, plan)
            let target = off ? nil : plan.seal
            guard now != nil || target != nil else { return print("The store is plain already.") }
            let meter = ProgressMeter()
            defer { meter.end() }
            let data = try DataDirectory(folder)
            let (rows, files) = try Reencryption(data, from: now, to: target).run { meter.advance(to: $0, of: $1) }
            meter.end()
            let done = "\(rows) rows and \(files) files"
            if let target {
                print("Sealed with the key \(target.name): \(done). Keys of before are needed no more.")
            } else {
                print("Opened for good: \(done)." + (plan.seal == nil ? "" : " Take store.seal out of the configuration."))
            }
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as EncryptionKeySourceError {
            throw CommandError(.configuration, "\(error)")
        }
    }

    /// The current cipher of the store: the configuration's keys, unless the store uses others.
    private func opening(_ folder: String, _ plan: CompiledConfiguration) throws -> ValueCipher? {
        guard sealKey == nil, let seal = plan.seal, try EncryptionKeyRecord.all(in: folder).allSatisfy({ seal.knows($0) }) else {
            return try EncryptionKeyFinder.seal(of: folder, keyFile: sealKey, environment: ProcessInfo.processInfo.environment)
        }
        return try EncryptionKeyRecord.all(in: folder).isEmpty ? nil : seal
    }
}
