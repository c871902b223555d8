import ArgumentParser

/// Prints the guide to rules, which is the page of the documentation for this build.
struct RulesGuideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Print the guide to rules, in Markdown.",
        discussion: """
            The guide explains triggers, conditions, actions, measures and tests with examples: Documentation/Rules.md for this \
            build. `rules schema` lists every key. Exit code: 0 success.
            """)

    func run() throws { print(String(decoding: PackageResources.Rules_md, as: UTF8.self), terminator: "") }
}
