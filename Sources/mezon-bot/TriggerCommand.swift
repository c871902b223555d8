import ArgumentParser
import MezonBot

/// Triggers a rule manually.
struct TriggerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fire",
        abstract: "Set off a rule that has the trigger `manual`, `schedule` or `silence`, in the running bot.",
        discussion: "Exit code 1 where there is no such rule, or no bot runs.")

    @Argument(help: "The rule's id.")
    var rule: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Where it happens, as far as the rule is concerned: a channel's name in the configuration, its label, clan/#label, or its id. Otherwise where the rule's `in` says.",
            valueName: "channel"))
    var channel: String?

    @OptionGroup var data: DataDirectoryOptions

    func run() throws { print(try data.ask(.fire(rule: rule, channel: channel)).lines.joined(separator: "\n")) }
}
