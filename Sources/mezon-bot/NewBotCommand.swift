import ArgumentParser
import Foundation
import MezonBot

/// Creates the files of a new bot.
struct NewBotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a new bot into a source checkout: its file, a test, a fixture, and where it is on.",
        discussion: """
            `new Hello` writes Bots/Hello/Hello.swift, Tests/BotsTests/HelloTests.swift and a fixture, names it in Bots/Registry.swift \
            and switches it on in the configuration. It writes all of it or nothing.
            """)

    @Argument(help: "What it is called: Hello, WordChain or word-chain.")
    var name: String

    @Option(
        help: ArgumentHelp("Where it is on: a channel's name, or all.", discussion: "Otherwise `general`.", valueName: "channel"))
    var on: String?

    @Option(help: "The configuration, from the checkout's folder.")
    var config = "config.yaml"

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    func run() throws {
        let plan = try CompiledConfiguration.checked(config)
        do {
            let bot = try BotScaffold(
                name, in: ".", config: config, plan: plan, place: on, registry: Build.registry,
                environment: ProcessInfo.processInfo.environment)
            if !dryRun { try bot.write() }
            let width = bot.steps.map(\.path.count).max() ?? 0
            for step in bot.steps {
                print("\(step.path)\(String(repeating: " ", count: width - step.path.count))  \(step.what)")
            }
            print(dryRun ? "Nothing was written." : next(bot.name))
        } catch {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func next(_ name: BotName) -> String {
        """

        1. Edit Bots/\(name.type)/\(name.type).swift; begin with the line `var greeting`.
        2. swift test --filter \(name.type)
        3. swift run mezon-bot\(config == "config.yaml" ? "" : " --config \(config)"), and in a second terminal: swift run mezon-bot chat --as guest
           Say *\(name.plugin) there.
        """
    }
}
