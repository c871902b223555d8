import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import ProgramBots
import Storage

/// Options that select the configuration and the store whose bots are listed.
struct BotListingOptions: ParsableArguments {
    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Option(name: .customLong("encryption-key"), help: .encryptionKey, completion: .file())
    var keyFile: String?

    /// The bots of this build and the time zone of the configuration.
    func listings() async throws -> (bots: [BotListing], zone: TimeZone) {
        let compiled = try CompiledConfiguration.checked(config, programs: ProgramHost(dataFolder: data), .all)
        let folder = data ?? compiled.configuration.store.path
        let cipher = try keyFile == nil ? compiled.cipher : DataDirectoryOptions.cipher(of: folder, keyFile: keyFile)
        let facts = try await facts(in: folder, cipher)
        return (try compiled.listing(of: Build.registry, facts), compiled.configuration.bot.timeZone)
    }

    /// Reads the facts from the running application and the store, as far as they exist.
    private func facts(in folder: String, _ cipher: ValueCipher?) async throws -> BotFacts {
        var facts = BotFacts()
        do {
            facts.suspended = try AdminClient(folder: folder).ask(.health).health?.suspendedBots ?? [:]
        } catch AdminSocketError.notThere {
            facts.suspended = [:]
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
        do {
            let reader = try StoreOpener.reader(of: folder, cipher: cipher)
            facts.sizes = try await reader.botStateSizes()
            facts.deadLetters = try await reader.deadLetters(all: true)
        } catch StorageError.missing {
            return facts
        } catch let error as StorageError {
            throw CommandError(error)
        }
        return facts
    }
}
