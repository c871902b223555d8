import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import Persistence

/// Whose store a command looks into, or which house it asks.
struct DataDirectoryOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The data folder.")
    var folder = "data"

    @Option(
        name: .customLong("seal-key"),
        help: ArgumentHelp(
            "A file with the key of a sealed store; without it the key is looked for where the bot last found it.",
            valueName: "file"))
    var keyFile: String?

    /// Reads the store; works beside a running bot and without one.
    func reading<Value>(_ body: (JournalReader) async throws -> Value) async throws -> Value {
        do {
            return try await body(try JournalReader(folder: folder, seal: try seal()))
        } catch let error as StorageError {
            throw CommandError(error)
        }
    }

    /// What the store is sealed with.
    func seal() throws -> ValueCipher? {
        do {
            return try EncryptionKeyFinder.seal(of: folder, keyFile: keyFile, environment: ProcessInfo.processInfo.environment)
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as EncryptionKeySourceError {
            throw CommandError(
                .configuration,
                "the store in \(folder) is sealed, and its key is not to be had: \(error); name it with --seal-key")
        }
    }

    /// Asks the running house and prints what it says.
    func ask(_ request: AdminRequest) throws -> AdminReply {
        do {
            let reply = try AdminClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
            return reply
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Changes something through the running house, or in the store of one that does not run, and prints what came of it.
    func change(_ request: AdminRequest) async throws {
        do {
            let reply = try AdminClient(folder: folder).ask(request)
            guard !reply.isRefused else { throw CommandError(.failed, reply.lines.joined(separator: "\n")) }
            print(reply.lines.joined(separator: "\n"))
        } catch AdminSocketError.notThere {
            do {
                for line in try await OfflineStore.answer(request, in: folder, seal: try seal()) { print(line) }
            } catch {
                throw CommandError(.failed, StorageErrorDescription.words(for: error))
            }
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
