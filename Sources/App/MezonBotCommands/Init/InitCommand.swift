import ArgumentParser
import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp

/// Writes a first configuration.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Ask a few questions and write a configuration.",
        discussion: """
            Options answer their questions; with --yes the others take their defaults, and no terminal is needed. The written file \
            passes `mezon-bot check --strict`. Nothing is written before the last answer. \
            Ready-made rules: \(StarterRule.allCases.map(\.rawValue).joined(separator: ", ")). \
            Exit codes: 0 success, 1 failure or end of input, 64 usage.
            """)

    @Option(help: ArgumentHelp("File to write", valueName: "file"), completion: .configuration)
    var config = "config.yaml"

    @Option(
        help: ArgumentHelp("Language of questions and rules: en or vi (default: that of the terminal)", valueName: "language"))
    var language: String?

    @Option(help: ArgumentHelp("Name of the bot (default: \(StarterConfiguration.defaultName))", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("Gateway: local, mezon, host, host:port or https://host:port (default: local)", valueName: "gateway"))
    var gateway: String?

    @Option(help: ArgumentHelp("Id of the clan to which the rules apply (default: all clans)", valueName: "id"))
    var clan: String?

    @Option(help: ArgumentHelp("Id of the channel for welcomes and reminders", valueName: "id"))
    var general: String?

    @Option(help: ArgumentHelp("Id of the moderators' channel", valueName: "id"))
    var moderators: String?

    @Option(help: ArgumentHelp("Ready-made rules, separated by commas; none for no rule", valueName: "rules"))
    var rules: String?

    @Flag(name: .shortAndLong, help: "Use defaults instead of asking")
    var yes = false

    @Flag(help: "Replace an existing file")
    var force = false

    func run() async throws {
        try refuseExisting()
        let isTerminal = Terminal(STDIN_FILENO, environment: [:]).isInteractive
        guard yes || isTerminal else {
            throw CommandError(.usage, "standard input is not a terminal; answer with options and --yes (see --help)")
        }
        var lines = BlockingSequence.standardInput.makeAsyncIterator()
        var dialogue = InitDialogue(
            given: given, environment: ProcessInfo.processInfo.environment, isAsking: !yes, file: config,
            show: { text in
                print(text, terminator: "")
                fflush(nil)
            })
        let configuration = try await dialogue.run { await lines.next() }
        try write(configuration)
        print(dialogue.conclusion(for: configuration, config: config))
    }

    private var given: InitDialogue.Options {
        InitDialogue.Options(
            language: language, name: name, gateway: gateway, clan: clan, general: general, moderators: moderators, rules: rules)
    }

    private func refuseExisting() throws {
        guard !force, FileManager.default.fileExists(atPath: config) else { return }
        throw CommandError(.failed, "\(config) exists; pass --force to replace it, or --config to write another file")
    }

    private func write(_ configuration: StarterConfiguration) throws {
        let problems = configuration.problems(bots: Build.registry, connectors: Build.connectors)
        guard problems.diagnostics.isEmpty else {
            printError(problems)
            throw CommandError(.failed, "this build does not accept the ready-made configuration; nothing was written")
        }
        do {
            try Data(configuration.text(bots: Build.registry).utf8).write(
                to: URL(fileURLWithPath: config), options: force ? .atomic : .withoutOverwriting)
        } catch {
            try refuseExisting()
            throw CommandError(.failed, "\(config) cannot be written: \(FileErrorDescription.words(for: error))")
        }
    }
}
