import ArgumentParser

/// The commands for stored data.
struct DataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "data",
        abstract: "Manage backups, retention, encryption and the data of users.",
        subcommands: [
            RetentionCommand.self, EncryptCommand.self, NewKeyCommand.self, ExportUserCommand.self, EraseUserCommand.self,
            UpgradeCommand.self, BackupCommand.self, RestoreCommand.self,
        ])
}
