import ArgumentParser

/// The commands for connections to other networks.
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Inspect, test and retry connections to other networks.",
        discussion: "Without a subcommand, shows the status of the connections.",
        subcommands: [RelayStatusCommand.self, RelayTestCommand.self, RelayReplayCommand.self],
        defaultSubcommand: RelayStatusCommand.self)
}
