import ArgumentParser
import Foundation
import MezonBotApp

/// Creates the files of a new bot.
struct NewBotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a bot with a test and a fixture.",
        discussion: """
            `mezon-bot bots new Hello` writes Bots/Hello/Hello.swift, Tests/BotsTests/HelloTests.swift and a fixture, adds the bot to \
            Bots/Registry.swift and enables it in the configuration. Run it in a source checkout. All files are written or none. \
            Exit codes: 0 success, 1 failure, 2 configuration errors.
            """)

    @Argument(help: "Name: Hello, WordChain or word-chain")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Channel in which the bot is enabled: a configured name or 'all' (default: general)", valueName: "channel"))
    var channel: String?

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Flag(help: "Show the changes without writing them")
    var dryRun = false

    func run() throws {
        let compiled = try CompiledConfiguration.checked(config)
        do {
            let bot = try BotScaffold(
                name, in: ".", config: config, compiled: compiled, channel: channel, registry: Build.registry,
                environment: ProcessInfo.processInfo.environment)
            if !dryRun { try bot.write() }
            let width = bot.steps.map(\.path.count).max() ?? 0
            for step in bot.steps {
                print("\(step.path)\(String(repeating: " ", count: width - step.path.count))  \(step.what)")
            }
            print(dryRun ? "No files were written." : next(bot.name))
        } catch {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func next(_ name: BotName) -> String {
        """

        1. Edit Bots/\(name.type)/\(name.type).swift, starting with the line `var greeting`.
        2. swift test --filter \(name.type)
        3. swift run mezon-bot\(config == "config.yaml" ? "" : " --config \(config)"), and in a second terminal: swift run mezon-bot chat --as guest
           Type *\(name.identifier) there.
        """
    }
}
