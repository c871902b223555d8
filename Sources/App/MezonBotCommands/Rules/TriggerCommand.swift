import ArgumentParser
import MezonBotApp

/// Triggers a rule manually.
struct TriggerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Trigger a rule in the running bot.",
        discussion: """
            Only for rules with the trigger `manual`, `schedule` or `silence`. \
            Exit codes: 0 success, 1 no such rule or no bot running.
            """)

    @Argument(help: "Id of the rule")
    var rule: String

    @Option(
        help: ArgumentHelp(
            "Channel of the event: a configured name, label, clan/#label or id (default: the rule's `in`)", valueName: "channel"))
    var channel: String?

    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    func run() throws {
        let request = AdminRequest.trigger(rule: rule, channel: channel, by: assistant.author)
        print(try data.ask(request).lines.joined(separator: "\n"))
    }
}
