import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import MezonModel
import Persistence

/// Lists the bots of this build.
struct BotsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bots", abstract: "List the bots of this build: where each is on, what it may do, how it stands.",
        discussion: """
            With a bot's name it tells all about that one: commands, options, what it remembers, its last failure. It works with \
            and without a running house; only that knows who is suspended.
            """)

    @Argument(help: "One bot.")
    var name: String?

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: ArgumentHelp("The data folder.", discussion: "Otherwise where the configuration's store.path says."))
    var data: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let plan = try CompiledConfiguration.checked(config)
        let all = try plan.listing(of: Build.registry, try await facts(in: data ?? plan.configuration.store.path, plan.seal))
        let bots = all.filter { name == nil || $0.name == name }
        guard !bots.isEmpty else {
            let names = all.map(\.name).sorted()
            let hint = Spelling.nearest(to: name ?? "", among: names).map { "did you mean '\($0)'?" }
            throw CommandError(
                .failed, "there is no bot '\(name ?? "")'; \(hint ?? "this build has \(names.joined(separator: ", "))")")
        }
        if json { return try printJSON(bots) }
        if name != nil {
            for bot in bots { print(bot.text(in: plan.configuration.bot.timeZone)) }
        } else {
            print(bots.table)
            print("`mezon-bot bots NAME` tells all about one.")
        }
    }

    /// Reads the facts from the running application and the store, as far as they exist.
    private func facts(in folder: String, _ seal: ValueCipher?) async throws -> BotFacts {
        var facts = BotFacts()
        do {
            facts.suspended = try AdminClient(folder: folder).ask(.health).health?.suspendedBots ?? [:]
        } catch AdminSocketError.notThere {
            facts.suspended = [:]
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
        do {
            let reader = try JournalReader(folder: folder, seal: seal)
            facts.sizes = try await reader.botMemorySizes()
            facts.letters = try await reader.letters(all: true)
        } catch StorageError.missing {
            return facts
        } catch let error as StorageError {
            throw CommandError(error)
        }
        return facts
    }
}
