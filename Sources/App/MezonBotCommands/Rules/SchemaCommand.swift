import ArgumentParser
import BotConfiguration
import MezonBotApp

/// Prints the JSON schema of the configuration for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of config.yaml and rule files.",
        discussion: """
            With the schema an editor completes keys, shows their descriptions and marks errors:

              mezon-bot rules schema > schema.json

            Add this as the first line of config.yaml, and to each rule file with the path from there:

              # yaml-language-server: $schema=./schema.json

            VS Code (with the YAML extension by Red Hat), Neovim, Emacs and the JetBrains editors support this line. The schema is \
            draft 2020-12. `mezon-bot check` finds more: it also looks up names, compiles patterns and checks templates. \
            Exit code: 0 success.
            """)

    func run() throws {
        let schema = ConfigurationSchema.make(connectors: Build.connectors, registry: Build.registry)
        print(try schema.text())
    }
}
