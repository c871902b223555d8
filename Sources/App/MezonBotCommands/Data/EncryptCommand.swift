import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Encrypts or decrypts a store.
struct EncryptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt", abstract: "Encrypt a store, change its key, or decrypt it.",
        discussion: """
            Uses store.encryption of the configuration: encrypts a plain store with its key, or re-encrypts one whose key is listed under \
            'previous_keys'. The bot must not be running. The new file replaces the old one when it is complete, so an interruption loses \
            nothing; the same amount of disk space is needed again. A store on a server is changed in one transaction. Plain text may \
            remain in freed disk blocks, in copies, and on a server until it reuses their place. Texts, names, frames, files and the \
            state of bots and rules are encrypted; ids, times and the names of rules and bots are not. \
            Exit codes: 0 success, 1 failure, 2 configuration errors or a missing key, 75 data directory in use.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Flag(help: "Decrypt the store")
    var decrypt = false

    @Option(
        name: .customLong("encryption-key"),
        help: ArgumentHelp("File with the current key of the store (default: the configured keys)", valueName: "file"),
        completion: .file())
    var keyFile: String?

    func run() async throws {
        let compiled = try CompiledConfiguration.checked(config)
        let folder = data ?? compiled.configuration.store.path
        guard decrypt || compiled.cipher != nil else {
            throw CommandError(
                .configuration,
                "the configuration has no key; add store: { encryption: { key: \"${file:encryption.key}\" } }, or pass --decrypt")
        }
        do {
            let now = try opening(folder, compiled)
            if now == nil, keyFile != nil { throw CommandError.notEncrypted(folder) }
            let target = decrypt ? nil : compiled.cipher
            guard now != nil || target != nil else { return print("The store is not encrypted.") }
            let meter = ProgressMeter()
            defer { meter.end() }
            let (rows, files) = try OfflineStore.reencrypt(folder, from: now, to: target) { meter.advance(to: $0, of: $1) }
            meter.end()
            let done = "\(rows) rows and \(files) files"
            if let target {
                print("Encrypted \(done) with the key \(target.name). Previous keys are no longer needed.")
            } else {
                print("Decrypted \(done)." + (compiled.cipher == nil ? "" : " Remove store.encryption from the configuration."))
            }
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as SecretSourceError {
            throw CommandError(.configuration, "\(error)")
        } catch let error as any SQLError {
            throw CommandError(.failed, StorageErrorDescription.words(for: error))
        } catch let error as EncryptedValueError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// The current cipher of the store: the configuration's keys, unless the store uses others.
    private func opening(_ folder: String, _ compiled: CompiledConfiguration) throws -> ValueCipher? {
        guard keyFile == nil, let cipher = compiled.cipher,
            try StoreOpener.encryptionKeys(of: folder).allSatisfy({ cipher.canDecrypt($0) })
        else {
            return try EncryptionKeyFinder.cipher(of: folder, keyFile: keyFile, environment: ProcessInfo.processInfo.environment)
        }
        return try StoreOpener.encryptionKeys(of: folder).isEmpty ? nil : cipher
    }
}
