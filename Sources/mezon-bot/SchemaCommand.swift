import ArgumentParser
import BotConfig
import MezonBot

/// Prints the JSON schema of the configuration for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of config.yaml and rule files.",
        discussion: """
            With it an editor completes keys, shows what they mean and underlines mistakes while you write:

              mezon-bot schema > schema.json

            and as the first line of config.yaml, and of each rule file with the path from there:

              # yaml-language-server: $schema=./schema.json

            VS Code (the extension YAML by Red Hat), Neovim, Emacs and JetBrains' editors read that line. The schema is draft 2020-12. \
            It knows less than `mezon-bot check`, which also looks names up, compiles patterns and checks templates.
            """)

    func run() throws { print(try ConfigurationSchema.make().text()) }
}
