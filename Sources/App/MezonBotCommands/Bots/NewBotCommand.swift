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
            Bots/Registry.swift and enables it in the configuration. Run it in a source checkout.

            `mezon-bot bots new Hello --package ../hello-bot` writes a package of its own instead: the bot, its test, a program with all \
            commands of mezon-bot, and a configuration. All files are written or none. \
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

    @Option(
        help: ArgumentHelp("Directory of a new package for the bot, in place of this checkout", valueName: "directory"),
        completion: .directory)
    var package: String?

    @Option(
        help: ArgumentHelp(
            "Source of mezon-bot for the new package: a checkout or the URL of a repository (default: this directory)",
            valueName: "source")
    )
    var dependency: String?

    @Flag(help: "Show the changes without writing them")
    var dryRun = false

    func validate() throws {
        guard package == nil else {
            guard channel == nil else {
                throw ValidationError("A bot in a new package is enabled in all channels: leave out --channel.")
            }
            return
        }
        guard dependency == nil else { throw ValidationError("--dependency needs --package.") }
    }

    func run() throws {
        do {
            if let package { try makePackage(in: package) } else { try addToCheckout() }
        } catch let error as BotScaffoldError {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func addToCheckout() throws {
        try BotScaffold.verify(name, in: ".")
        let bot = try BotScaffold(
            name, in: ".", config: config, compiled: CompiledConfiguration.checked(config), channel: channel,
            registry: Build.registry, environment: ProcessInfo.processInfo.environment)
        if !dryRun { try bot.write() }
        show(bot.steps, next(bot.name))
    }

    private func makePackage(in folder: String) throws {
        let source = dependency ?? FileManager.default.currentDirectoryPath
        let bot = try BotPackage(name, in: folder, dependingOn: BotPackage.Dependency(source, version: Build.version))
        if !dryRun { try bot.write() }
        show(
            bot.steps,
            """

            1. cd \(folder), and edit Sources/\(bot.name.identifier)-bot/\(bot.name.type).swift
            2. swift test
            3. swift run \(bot.name.identifier)-bot, and in a second terminal: swift run \(bot.name.identifier)-bot chat --as guest
               Type *\(bot.name.identifier) there.
            """)
    }

    private func show(_ steps: [BotScaffold.Step], _ next: String) {
        let width = steps.map(\.path.count).max() ?? 0
        for step in steps {
            print("\(step.path)\(String(repeating: " ", count: width - step.path.count))  \(step.what)")
        }
        print(dryRun ? "No files were written." : next)
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
