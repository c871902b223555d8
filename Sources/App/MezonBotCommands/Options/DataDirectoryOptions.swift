import ArgumentParser
import BotConfiguration
import Foundation
import MezonBotApp
import Storage

/// Options that select a data directory, for reading its store or contacting its application.
struct DataDirectoryOptions: ParsableArguments {
    @OptionGroup var directory: DataFolderOption

    var folder: String { directory.folder }

    /// The same options with the data directory that a configuration file names, unless one is given.
    func configured(by file: String) -> DataDirectoryOptions {
        var options = self
        options.directory.data = directory.data ?? StoreSettings.path(in: URL(fileURLWithPath: file))
        return options
    }

    @Option(name: .customLong("encryption-key"), help: .encryptionKey, completion: .file())
    var keyFile: String?

    /// Reads the store, whether or not an application is running.
    func reading<Value>(_ body: (JournalReader) async throws -> Value) async throws -> Value {
        do {
            return try await body(try StoreOpener.reader(of: folder, cipher: try cipher()))
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    /// The cipher of the store; nil if it is not encrypted.
    ///
    /// - Throws: `CommandError`, also if there is a key for a store that is not encrypted.
    func cipher() throws -> ValueCipher? { try Self.cipher(of: folder, keyFile: keyFile) }

    /// The cipher of a store; nil if it is not encrypted.
    ///
    /// - Throws: `CommandError`, also if there is a key for a store that is not encrypted.
    static func cipher(of folder: String, keyFile: String?) throws -> ValueCipher? {
        do {
            let cipher = try EncryptionKeyFinder.cipher(
                of: folder, keyFile: keyFile, environment: ProcessInfo.processInfo.environment)
            if cipher == nil, keyFile != nil, FileManager.default.fileExists(atPath: folder) {
                throw CommandError.notEncrypted(folder)
            }
            return cipher
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as SecretSourceError {
            throw CommandError(
                .configuration,
                "the store in \(folder) is encrypted and its key is unavailable: \(error); pass --encryption-key")
        }
    }

    /// Sends a request to the running application and returns its reply.
    func ask(_ request: AdminRequest) throws -> AdminReply {
        do {
            let reply = try AdminClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
            return reply
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Performs a request in the running application, or in the store if none is running, and prints the result.
    func change(_ request: AdminRequest) async throws {
        do {
            let reply = try AdminClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
            print(reply.lines.joined(separator: "\n"))
        } catch AdminSocketError.notThere {
            do {
                for line in try await OfflineStore.answer(request, in: folder, cipher: try cipher()) { print(line) }
            } catch let error as CommandError {
                throw error
            } catch {
                throw CommandError(.failed, StorageErrorDescription.words(for: error))
            }
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Reads a store whose schema contains the data that a replay needs.
    func replaying<Value>(_ body: (JournalReader) async throws -> Value) async throws -> Value {
        try await reading { reader in
            guard try await reader.isReplayable() else {
                throw CommandError(
                    .failed,
                    "the data directory \(folder) was last used by an older version of mezon-bot; start the bot once to migrate it"
                )
            }
            return try await body(reader)
        }
    }
}
